import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { jsonPlace, jsonPlaces } from './json-places.ts'

const spaced = fc
  .tuple(fc.json({ maxDepth: 5 }), fc.constantFrom(0, 1, '\t'))
  .map(([json, space]) => JSON.stringify(JSON.parse(json), null, space))

test('every value of any JSON is found where it stands, and nothing else', () => {
  const check = (json: string, start: number, value: unknown): void => {
    const places = [...jsonPlaces(json, start)]
    if (typeof value !== 'object' || value === null) {
      assert.deepEqual(places, [])
      return
    }
    assert.deepEqual(
      places.map(({ key }) => String(key)),
      Object.keys(value),
    )
    for (const [index, place] of places.entries()) {
      const child: unknown = Object.values(value)[index]
      assert.deepEqual(JSON.parse(json.slice(place.start, place.end)), child)
      check(json, place.start, child)
    }
  }
  fc.assert(
    fc.property(spaced, json => check(json, jsonPlace(json, [])?.start ?? -1, JSON.parse(json))),
    { numRuns: 400 },
  )
})

test('a path leads to its value, across escapes, numbers as written and blanks', () => {
  const json = ' { "a\\"\\\\" : [ 1e400 , "x\\\\" ,{"b":12345678901234567890}] ,"a":null,"\\u0061":[true] } '
  const at = (...path: (string | number)[]): string | null => {
    const place = jsonPlace(json, path)
    return place && json.slice(place.start, place.end)
  }
  assert.equal(at('a"\\', 0), '1e400')
  assert.equal(at('a"\\', 1), '"x\\\\"')
  assert.equal(at('a"\\', 2, 'b'), '12345678901234567890')
  assert.equal(at('a', 0), 'true', 'the last of a key that is there twice, as in JSON.parse')
  assert.equal(at('a', 1), null)
  assert.equal(at('none'), null)
})
