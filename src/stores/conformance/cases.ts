import type { Store } from '../contract.js'

/** Cases by what they show. Each receives its own key. */
export type StoreCases = Readonly<Record<string, (store: Store, key: string) => Promise<void>>>
