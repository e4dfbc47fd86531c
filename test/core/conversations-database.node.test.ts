import { test } from 'vitest'
import { converse } from '../support/conversations/converse.js'
import { conversations, patience } from '../support/fuzz.js'

test(
  'two people in three tabs each do anything at all, and nobody is ever anybody else (sessions: database)',
  () => converse('database', conversations),
  2 * patience,
)
