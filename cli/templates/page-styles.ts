import { addImport, editedText, importsOf, parseModule, startOfCode } from '../edit/module.js'
import { type Project, sourceFiles } from '../project/project.js'
import { readStyle } from '../project/style.js'
import type { PlannedFile } from './plan.js'

type Part = 'page' | 'card' | 'avatar' | 'title' | 'detail' | 'button'

const tailwind: Readonly<Record<Part, string>> = {
  page: 'flex min-h-[90vh] items-center justify-center p-4',
  card: 'flex w-full max-w-sm flex-col items-center gap-3 rounded-2xl border border-gray-500/40 p-8 text-center',
  avatar: 'flex h-16 w-16 items-center justify-center rounded-full bg-gray-500/20 text-2xl uppercase',
  title: 'text-lg font-semibold max-w-full break-words',
  detail: 'text-sm opacity-70 max-w-full break-words',
  button:
    'cursor-pointer rounded-full border border-gray-500/60 px-5 py-2 text-sm font-medium hover:bg-gray-500/10',
}

const declarations: Readonly<Record<Part, readonly string[]>> = {
  page: [
    'display: flex',
    'min-height: 90vh',
    'align-items: center',
    'justify-content: center',
    'padding: 1rem',
    'font-family: system-ui, sans-serif',
  ],
  card: [
    'display: flex',
    'box-sizing: border-box',
    'width: 100%',
    'max-width: 24rem',
    'flex-direction: column',
    'align-items: center',
    'gap: 0.75rem',
    'padding: 2rem',
    'border: 1px solid #8886',
    'border-radius: 1rem',
    'text-align: center',
  ],
  avatar: [
    'display: flex',
    'width: 4rem',
    'height: 4rem',
    'align-items: center',
    'justify-content: center',
    'border-radius: 50%',
    'background: #8883',
    'font-size: 1.5rem',
    'text-transform: uppercase',
  ],
  title: ['margin: 0', 'font-size: 1.125rem', 'font-weight: 600', 'overflow-wrap: anywhere'],
  detail: ['margin: 0', 'font-size: 0.875rem', 'opacity: 0.7', 'overflow-wrap: anywhere'],
  button: [
    'padding: 0.5rem 1.25rem',
    'border: 1px solid #8889',
    'border-radius: 2rem',
    'background: none',
    'color: inherit',
    'text-decoration: none',
    'font: 500 0.875rem system-ui, sans-serif',
    'cursor: pointer',
  ],
}

/** Whether the application sets no colors. The account page then follows the user's light or dark setting. */
export function hasNoColors(project: Project): boolean {
  const colors =
    /color-scheme|(?:html|body|:root|#app|#root|#__nuxt)\b[^{}<>]*\{[^}]*(?:background|@apply)|<(?:html|body)[^>]+(?:class|style)=/
  return !sourceFiles(project, /[.](?:css|less|s[ac]ss|html|svelte|vue)$/).some((file) =>
    colors.test(project.read(file) ?? ''),
  )
}

export function hasTailwind(project: Project): boolean {
  return project.depends('tailwindcss')
}

export function classesOf(part: Part): string {
  return tailwind[part]
}

export function rulesOf(
  parts: readonly Part[],
  {
    indent = '',
    selectors = {},
  }: { indent?: string; selectors?: Readonly<Partial<Record<Part, string>>> } = {},
): string {
  return parts
    .map((part) => {
      const lines = declarations[part].map((line) => `${indent}  ${line};\n`).join('')
      return `${indent}${selectors[part] ?? `.${part}`} {\n${lines}${indent}}\n`
    })
    .join('\n')
}

export function styleSheet(file: string): PlannedFile {
  return {
    file,
    code: rulesOf(['page', 'card', 'avatar', 'title', 'detail', 'button']),
    isDone: () => true,
    advice: '',
  }
}

export function cornerOf(project: Project): string {
  if (hasTailwind(project)) {
    const name = project.framework === 'next' ? 'className' : 'class'
    return `${name}="absolute top-4 right-4"`
  }
  return project.framework === 'sveltekit' || project.framework === 'nuxt'
    ? 'style="position: absolute; top: 1rem; right: 1rem"'
    : "style={{ position: 'absolute', top: '1rem', right: '1rem' }}"
}

export function isClientComponent(text: string): boolean {
  return /^(?:\s|\/\/.*[\r\n]|\/\*(?:[^*]|\*(?!\/))*\*\/)*['"]use client['"]/.test(text)
}

/** Whether a module contains the button. The project may have another module with the same file name. */
export function exportsButton(text: string): boolean {
  return /^export (?:function|const) SignInButton\b/m.test(text)
}

export function buttonLines(button: string): string {
  return `import { SignInButton } from '${button}'\nand where it belongs: <SignInButton />`
}

export function addToHome(
  project: Project,
  home: string,
  button: string,
): { readonly text: string; readonly mode: 'insert' } | undefined {
  const text = project.read(home) ?? ''
  if (text.includes('SignInButton') || isClientComponent(text)) return undefined
  const parsed = parseModule(home, text)
  const { program, edits, newline } = parsed
  const hasNoImports = importsOf(parsed).length === 0
  const { quote, semicolons } = readStyle(project)
  // A file without imports does not show which quotation marks and semicolons it uses.
  const module = hasNoImports ? { ...parsed, quote, end: semicolons ? ';' : '' } : parsed
  const component = program.body.find((node) => node.type === 'ExportDefaultDeclaration')?.declaration
  if (component?.type !== 'FunctionDeclaration') return undefined
  const root = component.body.body.filter((node) => node.type === 'ReturnStatement').at(-1)?.argument
  if (!root || !/^JSX(?:Element|Fragment)$/.test(root.type)) return undefined
  const { openingElement, closingElement, openingFragment } = root as {
    openingElement?: { end: number }
    closingElement?: object | null
    openingFragment?: { end: number }
  } & typeof root
  if (openingElement && !closingElement) return undefined
  const start = (openingElement ?? openingFragment)?.end ?? 0
  const indent = text.slice(start).match(/^[^\S\r\n]*\r?\n([ \t]+)/)?.[1]
  if (start === 0 || indent === undefined) return undefined
  const name = addImport(module, 'SignInButton', project.specifier(home, button))
  const codeStart = startOfCode(parsed)
  if (hasNoImports && !/^\r?\n/.test(text.slice(codeStart))) edits.appendRight(codeStart, newline)
  // Without this export, the home page would stay light while the account page becomes dark.
  if (project.framework === 'next' && hasNoColors(project) && !/\bviewport\b/.test(text)) {
    const constant = project.typescript ? ' as const' : ''
    const end = module.end
    const scheme = `export const viewport = { colorScheme: ${module.quote}light dark${module.quote} }${constant}${end}`
    edits.append(`${text.endsWith('\n') ? '' : newline}${newline}${scheme}${newline}`)
  }
  const step = indent.includes('\t') ? '\t' : '  '
  const lines = [`<header ${cornerOf(project)}>`, `${step}<${name} />`, '</header>']
  const corner = lines.map((line) => `${newline}${indent}${line}`).join('')
  edits.appendLeft(start, module.quote === '"' ? corner.replaceAll("'", '"') : corner)
  return { text: editedText(module), mode: 'insert' }
}
