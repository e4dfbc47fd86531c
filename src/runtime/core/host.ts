import type { AuthSpec, LazySpec } from '../../builder/auth-spec.js'
import type { Fetch } from '../../providers/kinds/custom-fetch.js'
import type { Store } from '../../stores/contract.js'
import { type MemoryStore, memoryStore } from '../../stores/memory.js'
import type { Clock } from './base/clock.js'
import { createGetter } from './base/create-getter.js'
import { type Environment, readEnvironment } from './config/environment.js'
import { type Mount, standardMount } from './config/mount.js'
import { type EnvironmentVariables, processEnvironment } from './config/secret-and-url-variables.js'
import type { Feature } from './feature.js'
import type { Host } from './object-lifetimes.js'
import { createGuardStore } from './storage/guarded-store.js'

export interface HostOptions {
  readonly features: readonly Feature[]
  readonly environment?: EnvironmentVariables
  readonly clock?: Clock
  readonly fetch?: Fetch
  readonly mount?: Mount
  readonly memory?: (basePath: string) => MemoryStore
}

export function createHost(source: AuthSpec | LazySpec, options: HostOptions): Host {
  const { clock = Date.now, fetch, memory, mount = standardMount, features } = options
  let environment: Environment | undefined
  let movedMs = 0
  const store =
    memory && !options.clock
      ? memory(('options' in source && source.options.basePath) || '')
      : // By default, the store measures time with a clock that is never set back, unlike `Date.now`.
        memoryStore(options.clock && { now: options.clock })
  const stores: readonly (Store | undefined)[] = [
    store,
    'options' in source ? source.options.store : undefined,
  ]
  const variables = (): EnvironmentVariables => options.environment ?? processEnvironment()
  const host: Host = {
    clock: () => clock() + movedMs,
    moveTime(milliseconds) {
      movedMs += milliseconds
      for (const each of stores) (each as Partial<MemoryStore> | undefined)?.['~moveTime']?.(milliseconds)
      return host.clock()
    },
    fetch,
    mount,
    standard: features,
    isLazy: 'resolve' in source,
    trustHost: 'resolve' in source ? source.trustHost : source.options.trustHost,
    warned: new Set(),
    loggedCauses: new Map(),
    failures: new Map(),
    isDevelopment: () => variables()['NODE_ENV'] === 'development',
    environment: () => environment ?? readEnvironment(variables()),
    keepEnvironment(read) {
      environment ??= read
    },
    guardStore: createGuardStore(),
    store,
    get: createGetter(() => host),
  }
  return host
}
