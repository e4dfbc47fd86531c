import { test } from 'vitest'
import { converse } from '../support/conversations/converse.js'
import { conversations, patience } from '../support/fuzz.js'

test(
  "no sequence of actions by two users shows one user's session to the other (sessions: database)",
  () => converse('database', conversations),
  2 * patience,
)
