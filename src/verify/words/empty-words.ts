/** Words of grammar and filler that tell nothing to compare, beyond the stop words of `terms`; the rests of contractions too. */
export const emptyWords: ReadonlySet<string> = new Set(
  `again all also always am among because between down due during each every get go goes gonna here just like lot lots
  many may more most much neither no nor not off only other out over own really same shall since some such thing things through too up upon
  very wanna way ways well without yeah yes around ago after before apart behind besides beside regard regarding regards toward towards along
  among herself himself itself myself ourselves themselves yourself yourselves
  aren couldn didn doesn don hadn hasn haven isn wasn weren won wouldn shouldn ve re ll`.split(/\s+/),
)
