/** Words that carry grammar and no content. In the form of `plainWords`. */
export const functionWords: ReadonlySet<string> = new Set(
  `a an the and or but nor so to of in on at by for with from as into onto off out up down over about around than then if when while
  because cause
  i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its itself
  they them
  their theirs themselves one ones someone anyone everyone something anything everything nothing who whom whose which what where why how
  that this
  these those there here am is are was were be been being do does did done doing don't doesn't didn't have has had having haven't hasn't
  hadn't
  will would shall should can could may might must won't wouldn't shouldn't can't cannot couldn't isn't aren't wasn't weren't ain't
  i'm i've i'll i'd you're you've you'll you'd he's he'd he'll she's she'd she'll it's it'd it'll we're we've we'll we'd they're they've
  they'll
  they'd that's that'll there's here's what's who's how's where's let's not no nor yes yeah yea yep yup nope nah ok okay just also too
  very really so
  much more most all some any each both even still yet again ever always already now well oh ah um uh hmm quite pretty super maybe perhaps
  probably totally definitely
  absolutely completely truly actually honestly seriously literally basically certainly kinda sorta gonna wanna gotta lot lots bit kind sort
  way such own other another else same get gets getting got go goes going make makes making made keep keeps thing things stuff`.split(
    /\s+/,
  ),
)

/** Words of praise, thanks, greeting and cheer: said to please, not to tell. */
export const pleasantWords: ReadonlySet<string> = new Set(
  `hey hi hello hiya howdy yo bye goodbye cheers thanks thank thx welcome please sorry congrats congratulations wow whoa yay woohoo aw aww
  haha hah
  lol omg ha gosh man dude bro buddy pal great good nice cool awesome amazing wonderful fantastic incredible lovely beautiful gorgeous
  stunning
  sweet cute adorable perfect excellent brilliant impressive inspiring delicious yummy fun funny interesting exciting excited glad happy
  pleased
  proud best better true right sure exactly agree agreed indeed course luck lucky sounds sound looks look looking hear hearing see seeing
  know
  guess think mean bet hope love loved loving like feel feels awful tough rough hard important special worth worry worries problem care
  appreciate enjoy enjoyed support thoughtful kind sweetie idea point work job way time day chat talk talking catch soon later long
  anytime absolutely understand imagine believe wish forward wait can't couldn't alright fine ready help helpful`.split(/\s+/),
)

/** The same in other languages: a turn of nothing else tells nothing. */
export const foreignPleasantries: ReadonlySet<string> = new Set(
  `hola gracias buenos buenas días dias tardes noches adiós adios sí claro bonjour bonsoir salut merci oui d'accord beaucoup hallo danke
  schön
  guten morgen abend tschüss ja nein bitte ciao grazie buongiorno prego sì olá oi obrigado obrigada tchau привет здравствуйте спасибо пока
  да
  нет хорошо שלום תודה כן לא مرحبا شكرا نعم أهلا السلام عليكم 你好 您好 大家好 谢谢 謝謝 谢谢你 嗨 早上好 早安 晚安 晚上好 再见 再見 好的 好 嗯 是的 对 不客气 没关系
  こんにちは こんばんは おはよう おはようございます ありがとう ありがとうございます はい うん いいえ またね 안녕 안녕하세요 감사합니다 고마워 네 응 아니요`.split(
    /\s+/,
  ),
)
