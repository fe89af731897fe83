import { numbersFromOne, type TimeTable } from './time-table.ts'

const week = '(?:个|個)?(?:周|週|星期|礼拜|禮拜)'
/** 早上周五 is a morning and a Friday, not the Friday of last week. */
const last = '(?<![早晚])上'
/** A numeral that goes on as a count ("last week, three times") or as 一起, 一直 is no weekday. */
const noWeekday = '(?![次个個遍位名回起直样樣共些定般块塊]|天(?!气|氣))'

export const chinese: TimeTable = {
  commonWords: [],
  timeWords: [],
  spaced: false,
  counts: { ...numbersFromOne(['一', '二|两|兩', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二']) },
  looseCounts: { '几|幾|数|數': 3 },
  units: { '天|日': 'day', '周|週|(?:个|個)?(?:星期|礼拜|禮拜)': 'week', '(?:个|個)月': 'month', 年: 'year' },
  weekdays: ['[日天](?![本子气氣])', '一', '二', '三', '四', '五', '六'],
  months: [],
  date: ['(?<![去前明今]年)(?:{year}年)?{month}月{day}[日号號]'],
  monthOfYear: ['{year}年{month}月'],
  year: ['{year}年'],
  days: {
    大前天: -3,
    '(?<![天日目之以从從])前天': -2,
    '昨[天日晚夜]': -1,
    '今[天日晚早]': 0,
    '大[后後]天': 3,
    '(?<![今以之然最])[后後]天': 2,
    '明[天日晚早](?!白)': 1,
  },
  weekdayOfWeek: {
    [`${last}上${week}{weekday}${noWeekday}`]: -2,
    [`${last}${week}{weekday}${noWeekday}`]: -1,
    [`[这這本]${week}{weekday}${noWeekday}`]: 0,
    [`下${week}{weekday}${noWeekday}`]: 1,
  },
  lastWeekday: [],
  nextWeekday: [],
  lasting: [],
  ago: ['{count}{unit}[之以]?前'],
  ahead: ['再?[过過]{count}{unit}(?![了的])'],
  periods: {
    [`${last}${week}末`]: ['weekend', -1],
    [`[这這本]${week}末`]: ['weekend', 0],
    [`下${week}末`]: ['weekend', 1],
    [`${last}上${week}`]: ['week', -2],
    [`${last}${week}`]: ['week', -1],
    [`[这這本]${week}`]: ['week', 0],
    [`下${week}`]: ['week', 1],
    '上(?:个|個)?月': ['month', -1],
    '[这這本](?:个|個)?月': ['month', 0],
    '下(?:个|個)?月': ['month', 1],
    去年: ['year', -1],
    '(?<![以年之])前年': ['year', -2],
    今年: ['year', 0],
    明年: ['year', 1],
  },
  since: ['自从?', '自從', '从', '從'],
  until: [],
}
