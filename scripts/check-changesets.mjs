/* Every changeset can be released: it names a package that is here, a size that exists, and has a sentence. */
import getReleasePlan from '@changesets/get-release-plan'
import { report } from './lib/report.mjs'
import { root } from './lib/root.mjs'

/** @type {string[]} */
const problems = []
let count = 0
try {
  const { changesets } = await getReleasePlan(root)
  count = changesets.length
  for (const { id, summary, releases } of changesets) {
    const file = `.changeset/${id}.md`
    if (summary.trim() === '') problems.push(`${file}: has no sentence for the changelog.`)
    if (releases.length === 0) problems.push(`${file}: names no package. Run "npm run changeset".`)
  }
} catch (error) {
  problems.push(`.changeset: ${error instanceof Error ? error.message : error}`)
}
report(problems, `${count} changesets can be released.`)
