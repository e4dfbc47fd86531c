import { test } from 'vitest'
import { converse } from '../support/conversations/converse.js'
import { conversations, patience } from '../support/fuzz.js'

test(
  'two people in three tabs each do anything at all, and nobody is ever anybody else (sessions: jwt)',
  () => converse('jwt', conversations),
  2 * patience,
)
