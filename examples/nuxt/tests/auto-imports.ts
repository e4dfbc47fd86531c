import { defineEventHandler, toWebRequest } from 'h3'
import { auth } from '../server/utils/auth'

// Nuxt imports these automatically.
Object.assign(globalThis, { auth, defineEventHandler, toWebRequest })
