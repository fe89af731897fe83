import { describe } from 'node:test'
import type { OpenStore } from './contract/dialogue.fixture.ts'
import { dumpContract } from './contract/dump.fixture.ts'
import { forgetContract } from './contract/forget.fixture.ts'
import { indexesContract } from './contract/indexes.fixture.ts'
import { keysContract } from './contract/keys.fixture.ts'
import { logContract } from './contract/log.fixture.ts'
import { queueContract } from './contract/queue.fixture.ts'
import { recordsContract } from './contract/records.fixture.ts'
import { scopesContract } from './contract/scopes.fixture.ts'
import { vectorsContract } from './contract/vectors.fixture.ts'

/** What every store does; each implementation's test runs it. `open` gives an empty store each time. */
export function storeContract(name: string, open: OpenStore): void {
  describe(`${name}: the turn log`, () => logContract(open))
  describe(`${name}: scopes`, () => scopesContract(open))
  describe(`${name}: records`, () => recordsContract(open))
  describe(`${name}: the queue`, () => queueContract(open))
  describe(`${name}: vectors`, () => vectorsContract(open))
  describe(`${name}: indexes`, () => indexesContract(open))
  describe(`${name}: forgetting`, () => forgetContract(open))
  describe(`${name}: keys`, () => keysContract(open))
  describe(`${name}: dump and restore`, () => dumpContract(open))
}
