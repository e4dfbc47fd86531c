import { readFileSync } from 'node:fs'
import path from 'node:path'
import { rendererFloatingVue, transformerTwoslash } from '@shikijs/vitepress-twoslash'
import type { MarkdownOptions, MarkdownRenderer } from 'vitepress'
import type { Hints } from '../hints.mjs'

type Transformer = NonNullable<MarkdownOptions['codeTransformers']>[number]
type Rule = Parameters<MarkdownRenderer['core']['ruler']['push']>[1]

const file = path.resolve(import.meta.dirname, '../../temp/site/hints.json')
const hints: readonly Hints[] = JSON.parse(readFileSync(file, 'utf8'))
const mark = /\bhints=(\d+)/

/** Adds the index of the hints to the language of a block, from which the highlighter reads it. */
export const markHints: Rule = ({ tokens, env }) => {
  for (const token of tokens.filter(({ type }) => type === 'fence')) {
    const code = token.content.trimEnd()
    const index = hints.findIndex((block) => block.page === env.relativePath && block.code.trimEnd() === code)
    if (index >= 0) token.info += ` hints=${index}`
  }
}

// The library requests types without the name of the block, but finishes each block before the next one.
let block: Hints | undefined
let isFirst = true

const renderer = rendererFloatingVue()
const renderType = renderer.nodeStaticInfo
// The Tab key moves to the first name of a block, and the arrow keys to the other names.
renderer.nodeStaticInfo = function (...given) {
  const element = renderType.apply(this, given)
  const [name] = 'children' in element ? element.children : []
  if (name?.type === 'element') {
    name.properties.tabindex = isFirst ? 0 : -1
    isFirst = false
  }
  return element
}

const twoslash = transformerTwoslash({
  explicitTrigger: mark,
  twoslasher: (code) => ({ code, nodes: [...(block?.nodes ?? [])] }),
  renderer,
})

export const typeHints: Transformer = {
  ...twoslash,
  preprocess(code, options) {
    block = hints[Number(options.meta?.__raw?.match(mark)?.[1])]
    isFirst = true
    return twoslash.preprocess?.call(this, code, options)
  },
}
