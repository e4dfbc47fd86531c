import { test } from 'vitest'
import { conversations, patience } from '../../support/fuzz.js'
import { converse } from './converse.js'

test(
  "no sequence of actions by two users shows one user's session to the other (sessions: jwt)",
  () => converse('jwt', conversations),
  2 * patience,
)
