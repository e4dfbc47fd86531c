import { type MemoryStore, memoryStore } from '../stores/memory.js'

/**
 * If a framework compiles an application to several bundles, each bundle has a separate copy of every module. So
 * the store is a property of the global object. The number in its key is the version of the store's format.
 *
 * @param application - A name that is different for each application of the process.
 */
export function processStore(application: string): MemoryStore {
  const key = Symbol.for(`authwright.memory.1:${application}`)
  const stores = globalThis as { [key: symbol]: MemoryStore | undefined }
  stores[key] ??= memoryStore()
  return stores[key]
}
