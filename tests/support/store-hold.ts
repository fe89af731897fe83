// Holds the write lock of a store. argv: path, milliseconds. Prints a line when it has it.
import { argv } from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const [path = '', milliseconds = ''] = argv.slice(2)
const database = new DatabaseSync(path)
database.exec('BEGIN IMMEDIATE')
console.log('held')
await sleep(Number(milliseconds))
database.exec('COMMIT')
database.close()
