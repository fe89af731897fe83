/** Irregular past forms and participles; the regular ones end in -ed. */
export const pastForms: ReadonlySet<string> = new Set(
  `was were had did went got came saw took made gave said told thought knew felt found kept left lost met paid sent spent won bought
  brought built caught
  chose drew drank drove ate fell fought flew forgot froze grew heard hid held laid led lent lit meant ran rode rang rose sang sat slept
  sold shot showed
  spoke stood stole stuck struck swam swung taught threw understood woke wore wrote began became broke blew dealt dug dove fed fled
  forgave knelt learnt
  sought shook shone sank spun sprang swept swore tore wept withdrew wound overcame undertook sped bent bit bled bound clung crept retook
  mistook rebuilt
  outgrew redid overheard overslept misplaced been gone done seen taken given known grown shown written broken chosen driven eaten fallen
  forgotten frozen
  hidden ridden risen spoken stolen sung swum thrown woken worn begun become drawn drunk flown beaten bitten blown sworn torn proven
  gotten dreamt burnt spelt
  spilt leapt lain slid strode fled bred forbade foresaw`.split(/\s+/),
)
