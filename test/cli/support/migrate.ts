import { expect } from 'vitest'
import { authwright, type Files, filesOf, project } from './command.js'

/** Migrates a project, and then once more: the second run must change nothing. */
export async function migrateTwice(files: Files, ...args: string[]) {
  const folder = project(files)
  const outcome = await authwright(['migrate', ...args], folder)
  const after = filesOf(folder)
  await authwright(['migrate', ...args], folder)
  expect(filesOf(folder)).toEqual(after)
  return { outcome, after }
}
