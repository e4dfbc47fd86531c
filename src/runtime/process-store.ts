import { type MemoryStore, memoryStore } from '../stores/memory.js'

/**
 * Returns the in-memory store of an application. It is a property of the global object, because a framework
 * may compile an application to several bundles, each with a copy of every module. The number in the key is
 * the version of the store's format.
 *
 * @param application - A name that is different for each application of the process.
 */
export function processStore(application: string): MemoryStore {
  const key = Symbol.for(`authwright.memory.1:${application}`)
  const stores = globalThis as { [key: symbol]: MemoryStore | undefined }
  stores[key] ??= memoryStore()
  return stores[key]
}
