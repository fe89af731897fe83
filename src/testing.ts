export { createHashEmbedder } from './embed/hash-embedder.ts'
export { createScriptedModel, type ScriptedModel } from './models/scripted-model.ts'
export { openMemoryStore } from './store/memory/memory-store.ts'
