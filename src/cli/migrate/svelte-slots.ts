import type { Sources } from './sources.js'
import { marker } from './todo.js'

/** An element or a `<svelte:fragment>` for the slot: its name, what stands beside `slot`, and what is in it. */
const filled =
  /<([\w:.-]+)((?:\s+(?!slot=)[^\s>]+)*)\s+slot=(?:"submitButton"|'submitButton')([^>]*)>([\s\S]*?)<\/\1\s*>/g

const page = 'docs/migrating/names.md#what-has-to-be-edited-by-hand'

/** The slot `submitButton` of `SignIn` and `SignOut` is a snippet since Svelte 5, which drops the slot without a word. */
export function renderSnippets(sources: Sources): void {
  for (const file of sources.files()) {
    const text = sources.read(file) ?? ''
    if (!file.endsWith('.svelte') || !text.includes('authwright/sveltekit/components')) continue
    const after = text
      .replaceAll(filled, (whole, tag: string, before: string, behind: string, content: string) => {
        // One element in another of its name: which end is whose, the pattern does not know.
        if (content.includes(`<${tag}`)) return whole
        const element = tag === 'svelte:fragment' ? content : `<${tag}${before}${behind}>${content}</${tag}>`
        return `{#snippet submitButton()}${element}{/snippet}`
      })
      .replaceAll(
        /^([^\S\n]*)(?=.*\sslot=["']submitButton["'])(?!.*\{#snippet)/gm,
        (indent: string) => `${indent}<!-- ${marker} make the slot a snippet. See ${page} -->\n${indent}`,
      )
    if (after !== text) sources.write(file, after)
  }
}
