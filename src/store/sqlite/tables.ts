import type { Connection } from './connection.ts'
import { createDeadLetters, type DeadLetterRows } from './dead-letters.ts'
import { createIndexes, type Indexes } from './indexes.ts'
import { createLeases, type Leases } from './leases.ts'
import { createMarks, type Marks } from './marks.ts'
import { createMemories, type Memories } from './memories.ts'
import { createSpaces, type Spaces } from './spaces.ts'
import { createTurns, type Turns } from './turns.ts'
import { createVectors, type Vectors } from './vectors.ts'
import { createWithheld, type Withheld } from './withheld.ts'

/** The rows, each kind with its statements; used inside the connection's transactions. */
export interface Tables {
  readonly connection: Connection
  readonly spaces: Spaces
  readonly turns: Turns
  readonly marks: Marks
  readonly memories: Memories
  readonly vectors: Vectors
  readonly withheld: Withheld
  readonly leases: Leases
  readonly deadLetters: DeadLetterRows
  readonly indexes: Indexes
}

export function createTables(connection: Connection): Tables {
  return {
    connection,
    spaces: createSpaces(connection),
    turns: createTurns(connection),
    marks: createMarks(connection),
    memories: createMemories(connection),
    vectors: createVectors(connection),
    withheld: createWithheld(connection),
    leases: createLeases(connection),
    deadLetters: createDeadLetters(connection),
    indexes: createIndexes(connection),
  }
}
