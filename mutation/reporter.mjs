/*
 * A reporter of StrykerJS that immediately prints each change that no test notices or that times out, so that
 * a run that is stopped early also has results.
 */
class EachUnnoticed {
  onMutantTested(/** @type {any} */ { status, fileName, location: { start }, replacement }) {
    if (status === 'Killed') return
    console.log(`\n${status}: ${fileName}:${start.line}:${start.column} becomes ${replacement}`)
  }
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'each-unnoticed', injectableClass: EachUnnoticed }]
