/**
 * How a lasting fact about the speaker is put in some other languages: likes, home, work, possessions, allergies. Anywhere in lower-case
 * text.
 */
export const foreignFactCues: readonly string[] = [
  // Chinese
  '我对.{1,12}过敏',
  '我對.{1,12}過敏',
  '我(?:最|很|不|也|都|更)?(?:喜欢|喜歡|讨厌|討厭|爱吃|偏爱)',
  '我(?:家)?住在',
  '我在.{1,12}(?:工作|上班|上学)',
  '我(?:有|养了?)[一两二三几個个]',
  // Japanese
  'が(?:大?好き|嫌い|苦手)',
  'に住んで',
  'アレルギーが',
  'で働いて',
  'を飼って',
  // Korean
  '(?:좋아|싫어)(?:해|합니다|요|한)',
  '에 (?:살아|살고|삽니다)',
  '알레르기가',
  '에서 일(?:해|하고|합니다)',
  // Spanish, Portuguese
  '\\b(?:me (?:gustan?|encantan?)|prefiero|odio|vivo en|trabajo (?:en|como)|soy (?:alérgic|vegan|vegetarian|de )|mi .{1,20}favorit)',
  '\\b(?:(?:eu )?gosto de|adoro|prefiro|moro em|trabalho (?:em|como|no|na)|sou (?:alérgic|vegan))',
  // French, German, Italian
  "\\b(?:j'(?:aime|adore|habite)|je (?:préfère|déteste|vis à|travaille|suis (?:allergique|végétari|végan)))",
  '\\bich (?:mag|liebe|hasse|wohne|lebe|arbeite|bevorzuge|bin (?:allergisch|vegan|vegetarier))',
  '\\b(?:mi piac(?:e|ciono)|preferisco|abito a|vivo a|lavoro (?:a|in|come)|sono (?:allergic|vegan))',
  // Russian, Hebrew, Arabic
  'я (?:люблю|обожаю|ненавижу|живу|работаю|предпочитаю)|мне нравится|у меня (?:есть|аллергия)',
  'אני (?:גר|גרה|אוהב|אוהבת|שונא|שונאת|עובד|עובדת|אלרגי|אלרגית)(?![א-ת])',
  '(?:^|\\s)(?:أحب|أكره|أعيش|أسكن|أعمل|أفضل|لدي حساسية)(?=\\s)',
]
