import path from 'node:path'
import { relativeSpecifier } from '../../project/project.js'
import { removeUnused } from '../edits.js'
import type { Sources } from '../sources.js'
import { piecesOf } from './base-parts.js'
import { type Split, splitAt } from './find-split.js'
import { writeProxy } from './join-proxy.js'
import { planJoin } from './plan-join.js'
import { writeJoin } from './write-join.js'

/**
 * Joins the two modules of a split configuration. Configurations were split because a middleware in the edge runtime can
 * load only a part of them. A proxy of Next.js 16 runs on Node.js and can load the whole configuration.
 */
export function joinSplit(sources: Sources): void {
  for (const file of sources.files()) {
    const split = splitAt(sources, file)
    if (split && join(sources, split)) finishJoin(sources, split)
  }
}

function join(sources: Sources, { file, base }: Split): boolean {
  const pieces = sources.edit(base.file, (module) => piecesOf(module, base))
  if (!pieces) return false
  const folder = path.posix.dirname(base.file)
  const toSpecifier = (from: string): string =>
    from.startsWith('.') ? relativeSpecifier(path.posix.dirname(file), path.posix.join(folder, from)) : from
  const isJoined = sources.edit(file, (module) => {
    const plan = planJoin({ sources, file, module, base, pieces })
    if (plan) writeJoin(module, plan, toSpecifier)
    return plan !== undefined
  })
  return isJoined ?? false
}

function finishJoin(sources: Sources, { file, base, proxies }: Split): void {
  for (const proxy of proxies) sources.edit(proxy, (module) => writeProxy(sources, proxy, module, base, file))
  for (const each of [file, ...proxies])
    sources.edit(each, (module) =>
      removeUnused(
        module,
        ({ from, imported }) =>
          from === 'authwright/compat/next' && /^(?:default|NextAuth|NextAuthConfig)$/.test(imported),
      ),
    )
  sources.remove(base.file)
}
