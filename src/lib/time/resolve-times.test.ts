import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatAnchor } from './format-anchor.ts'
import { resolveTimes } from './resolve-times.ts'

/** The times of a text, as they would be printed. */
const times = (at: string | null, text: string): readonly string[] =>
  resolveTimes(text, at).map(({ anchor, phrase }) => (anchor === null ? `[${phrase}]` : formatAnchor(anchor)))

/** Each phrase alone, said at that time. */
const check = (at: string, expected: Readonly<Record<string, string>>): void => {
  const read = Object.fromEntries(Object.keys(expected).map(text => [text, times(at, text).join(' ; ')]))
  assert.deepEqual(read, expected)
}

test('relative words count from the time of the turn (DAT-01)', () => {
  const text = 'I was in Porto last week and bought a bike yesterday.'
  const [week, day] = resolveTimes(text, '2022-09-14T10:00:00Z')
  assert.deepEqual(week?.anchor, {
    start: '2022-09-05',
    end: '2022-09-11',
    precision: 'week',
    approximate: false,
    relation: 'at',
    phrase: 'last week',
  })
  assert.deepEqual([day?.anchor?.start, day?.anchor?.end, day?.anchor?.precision], ['2022-09-13', '2022-09-13', 'day'])
})

test('without a time of the turn, relative words stay a phrase and dates are still dates (DAT-01)', () => {
  assert.deepEqual(times(null, 'I was there last week, on 3 July 2023 and again in May'), ['[last week]', '2023-07-03', '[in May]'])
  assert.deepEqual(times('some day', 'I was there yesterday'), ['[yesterday]'])
})

test('a time of day beside a day gives the minute (DAT-02)', () => {
  const [mention] = resolveTimes('dentist tomorrow at half past nine.', '2024-10-08')
  assert.equal(mention?.phrase, 'tomorrow at half past nine')
  assert.equal(mention?.anchor?.start, '2024-10-09T09:30')
  check('2024-10-08', {
    'lunch tomorrow at noon': '2024-10-09 12:00',
    'we will start at 9am on 12 October': '2024-10-12 09:00',
    'yesterday at quarter to seven in the evening': '2024-10-07 18:45',
    'see you tomorrow around 5:30 pm': 'about 2024-10-09 17:30',
    'call me at 5:30 pm': '2024-10-08 17:30',
    // Morning or evening? It can't be told.
    'tomorrow at 5:30': '2024-10-09',
    'I always get up at 6am': '',
    'enjoy your new 7am routine soon': '',
    'the score was 3:2': '',
  })
})

test('past phrases are read as the past (DAT-04)', () => {
  check('2024-09-10T21:24Z', {
    '2 weeks ago': '2024-08-27',
    'last thursday': '2024-09-05',
    yesterday: '2024-09-09',
    'a couple of weeks ago': 'about 2024-08-27',
    'a few years ago': 'about 2021',
    'two weekends ago': '2024-08-31/2024-09-01',
    'the weekend before last': '2024-08-31/2024-09-01',
    'last Tuesday': '2024-09-03',
    'the day before yesterday': '2024-09-08',
    'three years ago': '2021',
    'about a year ago': 'about 2023-09',
    'five months ago': '2024-04',
    'a few days ago': 'about 2024-09-05/2024-09-09',
    'the other day': 'about 2024-09-03/2024-09-09',
    'last weekend': '2024-09-07/2024-09-08',
    'last month': '2024-08',
    'last year': '2023',
    'last summer': 'summer 2024',
    'last winter': 'winter 2023/24',
    'last October': '2023-10',
    'last Christmas': '2023-12-25',
    'on the 5th': '2024-09-05',
    'on the 15th': '2024-08-15',
  })
})

test('what is to come is read as the future', () => {
  check('2024-09-10', {
    tomorrow: '2024-09-11',
    'the day after tomorrow': '2024-09-12',
    'next Tuesday': '2024-09-17',
    'next weekend': '2024-09-14/2024-09-15',
    'next week': '2024-09-16/2024-09-22',
    'next month': '2024-10',
    'next spring': 'spring 2025',
    'in two weeks': '2024-09-24',
    'in a few months': 'about 2024-12',
    'I will be there on the 5th': '2024-10-05',
    "I'm running a race in May": '2025-05',
    'this Friday': '2024-09-13',
  })
})

test('a month or day without a year is the nearest past, unless the words look ahead', () => {
  check('2024-02-10', {
    'we met in May': '2023-05',
    'we met on July 3rd': '2023-07-03',
    'it was February 10': '2024-02-10',
    'file your tax return before April 15': 'by 2024-04-15',
    'I moved here before May': 'by 2023-05',
    "don't forget the deadline on March 3": '2024-03-03',
    'send it by Friday': 'by 2024-02-16',
    'I need it by the end of next month': 'by 2024-03',
    'I stopped by yesterday': '2024-02-09',
    'since last summer': 'since summer 2023',
    'since May': 'since 2023-05',
  })
})

test('dates are read as they are commonly written', () => {
  check('2024-02-10', {
    '2023-07-03': '2023-07-03',
    '3 July 2023': '2023-07-03',
    'July 3rd, 2023': '2023-07-03',
    'Monday, the 3rd of July 2023': '2023-07-03',
    'July 3-5, 2023': '2023-07-03/2023-07-05',
    'on Monday, July 3, 2023': '2023-07-03',
    '3.7.2023': '2023-07-03',
    '7/3/2023': '2023-07-03',
    '25/12/2022': '2022-12-25',
    '3-Jul-2023': '2023-07-03',
    'July 2023': '2023-07',
    'early June 2023': 'about 2023-06-01/2023-06-10',
    'the week of April 3': '2024-04-01/2024-04-07',
    'summer of 2022': 'summer 2022',
    'back in 2019': '2019',
    'since 2016': 'since 2016',
    'Christmas 2021': '2021-12-25',
    '30 February 2023': '',
    'around 2000 steps': '',
  })
})

test('a day or month without a year is the latest in the past, the next to come, or where the words tell neither the nearer', () => {
  check('2024-05-20', {
    'we met on 3 June': '2023-06-03',
    'I will see her on 3 April': '2025-04-03',
    'my birthday is on 3 June': '2024-06-03',
    'off to Scotland from 11 to 19 May': '2024-05-11/2024-05-19',
    'the fair is in June': '2024-06',
    'off to Wales on 3 June, and nobody else can be trusted': '2024-06-03',
    'off to Wales on 3 June, as I wanted': '2023-06-03',
  })
})

test('what goes on is dated by its beginning', () => {
  check('2024-02-10', {
    'I have known her for 4 years': 'since 2020',
    'married 5 years already': 'since 2019',
    'seven months now': 'since 2023-07',
    'I will be away for 2 weeks': '',
    'we lived there for 4 years': '',
    'my son is 4 years old': '',
  })
})

test('the local day of the turn counts, and a minute has the offset of its own date (DAT-06)', () => {
  const at = '2023-05-08T01:30:00Z[America/New_York]'
  assert.equal(resolveTimes('I ran a race yesterday', at)[0]?.anchor?.start, '2023-05-06')
  assert.equal(resolveTimes('call me in 2 weeks at 9am', at)[0]?.anchor?.start, '2023-05-21T09:00-04:00')
  assert.equal(resolveTimes('call me in 6 months', at)[0]?.anchor?.start, '2023-11-01')
  assert.equal(resolveTimes('yesterday at 9am', '2023-03-13T10:00[America/New_York]')[0]?.anchor?.start, '2023-03-12T09:00-04:00')
  assert.equal(resolveTimes('tomorrow at 9am', '2023-03-13T10:00:00Z')[0]?.anchor?.start, '2023-03-14T09:00Z')
  assert.equal(resolveTimes('tomorrow at 9am', '2023-03-13T10:00:00+05:30')[0]?.anchor?.start, '2023-03-14T09:00+05:30')
})

test('the zone of the machine changes nothing (DAT-06)', () => {
  const script = `
    const { resolveTimes } = await import(${JSON.stringify(new URL('./resolve-times.ts', import.meta.url).href)})
    const texts = ['I ran a race yesterday', 'call me in 2 weeks at 9am', 'on 7/3/2023 and 3-Jul-2023', 'in May', '上周五']
    const ats = ['2023-05-08T01:30:00Z[America/New_York]', '2023-05-08', '2023-05-08T23:30:00Z', null]
    console.log(JSON.stringify(ats.map(at => texts.map(text => resolveTimes(text, at)))))`
  const outputs = ['UTC', 'America/Los_Angeles', 'Asia/Tokyo'].map(TZ => {
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { env: { ...process.env, TZ }, encoding: 'utf8' })
    assert.equal(run.status, 0, run.stderr)
    return run.stdout
  })
  assert.ok(outputs[0]?.includes('2023-05-21T09:00-04:00'))
  assert.equal(new Set(outputs).size, 1)
})

test('after midnight, last night and yesterday are the day before (DAT-09)', () => {
  assert.deepEqual(times('2024-01-10T00:17', 'Something funny happened last night. Yesterday I drank too much.'), [
    '2024-01-09',
    '2024-01-09',
  ])
  assert.deepEqual(times('2022-11-11T00:06', 'I adopted a dog yesterday.'), ['2022-11-10'])
})

test('words that only look like times are left alone (DAT-11)', () => {
  const texts = [
    'I may go. We sat in the sun. Mark will march on. May called: her son April is 2.',
    'It feels like yesterday. One day I will get a second chance.',
    'We march 3 miles; the 2nd may be better. A gift from April.',
    'It rained over the past few weeks. See you next time, this time for real.',
    'Every Monday I swim, and on Friday nights too. Two weeks later it was over.',
    'when we last sat together on sun-warm stones',
    'I read it in two days. Version 1.2.10 is out, 3/4 done.',
  ]
  assert.deepEqual(
    texts.flatMap(text => times('2023-05-25', text)),
    [],
  )
})

test('months end where they end, and leap days exist in leap years', () => {
  check('2023-08-31', { 'next month': '2023-09', 'a month ago': '2023-07', 'six months ago': '2023-02', 'on the 31st': '2023-08-31' })
  check('2023-10-30', { 'on the 31st': '2023-08-31', 'last month': '2023-09' })
  check('2024-02-29', { 'a year ago': 'about 2023-02', tomorrow: '2024-03-01', 'next year': '2025', '29 February 2023': '' })
  check('2023-05-01', { 'I was born on 29 February': '2020-02-29', 'I will be there on 29 February': '2024-02-29' })
  check('2023-01-01', { 'last month': '2022-12', yesterday: '2022-12-31', 'last week': '2022-12-19/2022-12-25' })
})

test('other languages are read by their own rules (DAT-12)', () => {
  check('2023-07-15', {
    我上周五去了医院: '2023-07-07',
    两周前买的车: '2023-07-01',
    'hace dos semanas me mudé': '2023-07-01',
    'vorgestern war ich krank': '2023-07-13',
    先週の金曜日に引っ越した: '2023-07-07',
    明天去上海: '2023-07-16',
    '去年,下个月': '2022 ; 2023-08',
    我们上周一起去爬山: '2023-07-03/2023-07-09',
    目前天气不错: '',
    '2022年5月3日に会った、昨日も': '2022-05-03 ; 2023-07-14',
    'mañana por la mañana voy al médico': '2023-07-16',
    'me gusta correr por la mañana': '',
    'la semana pasada fui al mar, y ayer también': '2023-07-03/2023-07-09 ; 2023-07-14',
    'el 3 de julio de 2022 nació mi hija': '2022-07-03',
    'letzte Woche war ich da, vor zwei Wochen auch': '2023-07-03/2023-07-09 ; 2023-07-01',
    'Guten Morgen, wie geht es dir heute?': '2023-07-15',
    'ich wohne hier seit 2016': 'since 2016',
    'la semaine dernière je suis parti': '2023-07-03/2023-07-09',
    'il y a deux semaines on a mangé là': '2023-07-01',
    'ontem eu fui ao médico': '2023-07-14',
    'due settimane fa sono andato al mare': '2023-07-01',
    'в прошлую пятницу я переехал': '2023-07-14',
    'вчера я был дома': '2023-07-14',
  })
})

test('an English text never meets the foreign rules', () => {
  assert.deepEqual(times('2023-07-15', 'My friend Domingo said the pasta from Oggi was great and I was there yesterday'), ['2023-07-14'])
})

test('a text of a million characters is read through', () => {
  assert.equal(resolveTimes('July 3 was cold, and yesterday too. '.repeat(30_000), '2023-05-08').length, 60_000)
  assert.deepEqual(resolveTimes('in the last of May at 1 by '.repeat(40_000), '2023-05-08'), [])
})

test('a time of day belongs to one date only', () => {
  assert.deepEqual(
    resolveTimes('yesterday 9am 7/3/2023', null).map(({ phrase }) => phrase),
    ['yesterday', '9am 7/3/2023'],
  )
})

test('phrases stand where they say, in order and apart, whatever the text', () => {
  const piece = fc.constantFrom(
    'last',
    'week',
    'yesterday',
    'two',
    'ago',
    'in',
    'May',
    '3',
    'July',
    '2023',
    'at',
    '9am',
    'by',
    '上周五',
    'hace',
    '7/3/2023',
    '. ',
    ' ',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.array(piece, { maxLength: 25 }).map(pieces => pieces.join(' ')),
  )
  fc.assert(
    fc.property(text, fc.constantFrom(null, '2023-05-08', '2024-02-29T23:59:00Z', '0001-01-01'), (said, at) => {
      const mentions = resolveTimes(said, at)
      let free = 0
      for (const { start, end, phrase, anchor } of mentions) {
        assert.ok(start >= free && end > start)
        assert.equal(said.slice(start, end), phrase)
        if (anchor !== null) assert.ok(anchor.start <= anchor.end && anchor.phrase === phrase)
        free = end
      }
      assert.deepEqual(resolveTimes(said, at), mentions)
    }),
    { numRuns: 300 },
  )
})

test('nothing that is ago or last lies after the day it was said on', () => {
  const phrase = fc.oneof(
    fc
      .tuple(
        fc.constantFrom('a', 'two', '3', 'a couple of', 'a few', 'several'),
        fc.constantFrom('day', 'night', 'week', 'weekend', 'month', 'year'),
      )
      .map(([count, unit]) => `${count} ${unit}s ago`),
    fc
      .constantFrom(
        'week',
        'weekend',
        'month',
        'year',
        'night',
        'Monday',
        'Fri',
        'Sunday',
        'May',
        'October',
        'spring',
        'winter',
        'Christmas',
        'Halloween',
      )
      .map(of => `last ${of}`),
    fc.constantFrom('yesterday', 'the day before yesterday', 'the other day', 'the week before last', 'over the weekend'),
  )
  const day = fc.date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2040-01-01T00:00:00Z'), noInvalidDate: true })
  fc.assert(
    fc.property(phrase, day, (words, date) => {
      const at = date.toISOString().slice(0, 10)
      const [mention] = resolveTimes(`We were there ${words}.`, at)
      assert.ok(mention?.anchor, words)
      assert.ok(mention.anchor.end < at, `${words} at ${at}: ${mention.anchor.end}`)
    }),
    { numRuns: 500 },
  )
})
