import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClient } from '@libsql/client'
import { sqlite } from 'authwright/adapters/sqlite'
import { setting } from './settings.js'

/** The database for users, sessions and passwords. */
const database = createClient({ url: pathToFileURL(join(setting('DEMO_DATA'), 'demo.db')).href })

export const adapter = sqlite({
  client: database,
  user: { plan: { type: 'text', values: ['free', 'pro'], default: 'free' } },
})
