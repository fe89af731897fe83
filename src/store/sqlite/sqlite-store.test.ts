import { join } from 'node:path'
import { storeContract } from '../contract.fixture.ts'
import { openSqliteStore } from './sqlite-store.ts'
import { temporaryFolder } from './temporary-folder.fixture.ts'

const folder = temporaryFolder()
let stores = 0

storeContract('SQLite store', () => openSqliteStore(join(folder, `${++stores}.db`)))
