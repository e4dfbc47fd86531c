/*
 * Generates skills/authwright/SKILL.md, the instructions for coding agents, from README.md, docs/cli.md and
 * docs/concepts.md. Without --write, a file that differs is a problem.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { report } from './lib/report.mjs'
import { display, root } from './lib/root.mjs'

const file = path.join(root, 'skills/authwright/SKILL.md')

/** @param {string} name */
const read = (name) => readFileSync(path.join(root, name), 'utf8')

/** @param {string} page @param {string} heading */
function section(page, heading) {
  const [, rest] = read(page).split(`\n${heading}\n`)
  if (rest === undefined)
    throw new Error(`${page} has no heading "${heading}": name another in scripts/skill.mjs.`)
  const level = heading.match(/^#+/)?.[0].length ?? 1
  const [part = ''] = rest.split(new RegExp(`^#{1,${level}} `, 'm'))
  return part.trim()
}

/**
 * Replaces links to pages that are not in the package with their text.
 *
 * @param {string} text
 * @param {string} folder of the page, from the root
 */
function inPackage(text, folder) {
  return text.replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, (_, label, target) => {
    if (target.startsWith('#')) return label
    const page = path.posix.normalize(path.posix.join(folder, target))
    return /^docs\/(?!contributing|decisions)/.test(page)
      ? `[${label}](node_modules/authwright/${page})`
      : label
  })
}

const tasks = inPackage(section('README.md', '## Documentation by task'), '.')
  .split('\n')
  .filter((line) => line.startsWith('| I want') || line.startsWith('|---') || line.includes('node_modules/'))
  .join('\n')

/** @param {string} page @param {RegExp} pattern */
function excerpt(page, pattern) {
  const [part] = read(page).match(pattern) ?? []
  if (part === undefined) throw new Error(`${page} has no match for ${pattern}: change scripts/skill.mjs.`)
  return part
}

const commands = excerpt('docs/cli.md', /^\| command \|[\s\S]*?(?=\n\n)/m)

const skill = `---
name: authwright
description: Adds or changes sign-in, sessions, passwords, passkeys, OAuth providers or an account page in a TypeScript web application that uses Authwright, or moves one from Auth.js (NextAuth) or another library to it. Use it in an application whose package.json has authwright, or to which authwright is added.
---

# Authwright

${read('README.md').split('\n')[2]}

## Start

The package contains its documentation, in the version that is installed: read the page of the task before you write code.

1. Change the configuration by a command where there is one. It finds the framework, edits the existing file and installs what is missing.
2. Run \`npx tsc --noEmit\` after each change. A configuration that cannot work is a compile error: one sentence that says what to do.
3. \`npx authwright explain\` lists the rules behind these errors, and \`npx authwright explain <code>\` prints one with its reason and code that works.
4. Run \`npx authwright doctor\` at the end. It checks variables, files and callback URLs.

Do not silence a type error of the configuration with a cast. Do not write session, cookie or password code beside the library.

## Commands

\`npx authwright <command> --help\` lists the options. No command needs a terminal: options such as \`--yes\` decide what it would ask.

${inPackage(commands, 'docs')}

## A configuration

${excerpt('docs/concepts.md', /```ts title=auth.ts\n[\s\S]*?\n```/).replace(' title=auth.ts', '')}

${section('docs/concepts.md', '## Secret and URL')
  .split('\n')[0]
  ?.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')}

## Pages by task

${tasks}

Every provider has a page in \`node_modules/authwright/docs/providers\`, with its callback URL and variables. Every compile error has one in \`node_modules/authwright/docs/rules\`.
`

if (process.argv.includes('--write')) {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, skill)
  console.log(`${display(file)} is written.`)
} else {
  const current = existsSync(file) ? readFileSync(file, 'utf8') : ''
  report(
    current === skill ? [] : [`${display(file)} is out of date: node scripts/skill.mjs --write`],
    `${display(file)} is up to date.`,
  )
}
