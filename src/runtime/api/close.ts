import { backgroundWork } from '../core/background-work.js'
import { createLogger } from '../core/config/logger.js'
import type { Interpreter } from '../core/interpreter.js'

/** Half of the default grace period of Kubernetes. */
const DRAIN_SECONDS = 15

export async function close({ host, specFor }: Pick<Interpreter, 'host' | 'specFor'>): Promise<void> {
  const left = await host.get(backgroundWork).drain(DRAIN_SECONDS * 1000)
  const { adapter, options, session } = await specFor(undefined)
  if (left > 0) {
    createLogger(options).warn(
      'close-timeout',
      `close() waited ${DRAIN_SECONDS} seconds, but ${left} requests or background tasks are still running. Data that they have not stored yet is lost.`,
    )
  }
  // A `Set`, because one object may have several roles.
  const parts = new Set<unknown>([adapter, session.sessionStore, options.store])
  const results = await Promise.allSettled(
    [...parts].map(async (part) => (part as Closable | undefined)?.close?.()),
  )
  for (const each of results) if (each.status === 'rejected') throw each.reason
}

interface Closable {
  close?(): unknown
}
