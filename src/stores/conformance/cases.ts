import type { Store } from '../contract.js'

/** Cases by what they show. Each is given a key of its own. */
export type StoreCases = Readonly<Record<string, (store: Store, key: string) => Promise<void>>>
