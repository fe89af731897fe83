import { storeContract } from '../contract.fixture.ts'
import { openMemoryStore } from './memory-store.ts'

storeContract('memory store', async () => openMemoryStore())
