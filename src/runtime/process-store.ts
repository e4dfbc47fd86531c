import { type MemoryStore, memoryStore } from '../stores/memory.js'

/**
 * The store in memory of an application whose framework makes several bundles of it. Each bundle has its copy of a module, so the store
 * is on the global object, which they share. The number in the key is the version of the store's shape.
 *
 * @param application - A name that is different for each application of the process.
 */
export function processStore(application: string): MemoryStore {
  const name = Symbol.for(`authwright.memory.1:${application}`)
  const holder = globalThis as { [name: symbol]: MemoryStore | undefined }
  holder[name] ??= memoryStore()
  return holder[name]
}
