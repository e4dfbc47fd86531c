import { type MemoryStore, memoryStore } from '../stores/memory.js'

/**
 * The store in memory of an application whose framework bundles its parts apart. Each bundle has separate modules, so that no module
 * can hold what all of them are to know; the global object of the process can. The number names the shape of a store.
 *
 * @param application - What tells the applications of one process apart.
 */
export function processStore(application: string): MemoryStore {
  const name = Symbol.for(`authwright.memory.1:${application}`)
  const holder = globalThis as { [name: symbol]: MemoryStore | undefined }
  holder[name] ??= memoryStore()
  return holder[name]
}
