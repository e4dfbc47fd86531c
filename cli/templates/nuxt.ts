import { type Project, sourceFiles } from '../project/project.js'
import { classesOf, cornerOf, hasNoColors, hasTailwind, rulesOf } from './page-styles.js'
import { extensions, homeAdvice, type PlannedFile, type TemplateInput } from './plan.js'

export function nuxtFiles({ project }: TemplateInput): readonly PlannedFile[] {
  const { code } = extensions(project)
  const app = appFolder(project)
  const button = `${app}components/SignInButton.vue`
  const once = { isDone: () => true, advice: '' }
  return [
    {
      file: `server/routes/auth/[...].${code}`,
      code: 'export default defineEventHandler((event) => auth.handler(toWebRequest(event)));\n',
      ...once,
    },
    {
      file: `server/api/me.${code}`,
      code: `// The signed-in user, for pages.
export default defineEventHandler(async (event) => {
  const session = await auth.auth(toWebRequest(event));
  return { user: session?.user ?? null };
});
`,
      ...once,
    },
    {
      file: `${app}middleware/signed-in.${code}`,
      code: `// For pages that need a signed-in user: definePageMeta({ middleware: 'signed-in' })
export default defineNuxtRouteMiddleware(async (to) => {
  // If the request fails, for example because the secret is missing, the sign-in page shows the reason.
  const { user } = await useRequestFetch()('/api/me').catch(() => ({ user: null }));
  if (user) return;
  const callbackUrl = encodeURIComponent(to.fullPath);
  return navigateTo(\`/auth/signin?callbackUrl=\${callbackUrl}\`, { external: true });
});
`,
      ...once,
    },
    { file: button, code: signInButton(project), ...once },
    { file: `${app}pages/account.vue`, code: accountPage(project), ...once },
    ...(project.exists(button) ? [] : homeFiles(project, app)),
    ...rootComponent(project, app),
  ]
}

/**
 * Ignores `app/router.options.*` and `app/spa-loading-template.html`, because Nuxt also reads them in projects with the folders of Nuxt 3.
 */
function appFolder(project: Project): string {
  const config = ['ts', 'js', 'mjs'].map((extension) => project.read(`nuxt.config.${extension}`) ?? '').join()
  const [, , sourceFolder] =
    config.match(/^(?!\s*\/\/).*\bsrcDir:\s*(['"])(?:[.]\/?)?((?:[\w-]+\/)*[\w-]*)\1/m) ?? []
  if (sourceFolder !== undefined) return sourceFolder.replace(/[\w-]$/, '$&/')
  const own = sourceFiles(project, /^(?!router[.]options|spa-loading-template[.]html$)/, {
    ignores: (folder) => !/^app(?:\/|$)/.test(folder),
  })
  if (own.some((file) => file.startsWith('app/'))) return 'app/'
  const flat = ['app.vue', 'App.vue', 'assets', 'components', 'layouts', 'middleware', 'pages', 'plugins']
  return (project.major ?? 4) >= 4 && !flat.some(project.exists) ? 'app/' : ''
}

function lookOf(project: Project): (part: Parameters<typeof classesOf>[0]) => string {
  return (part) => `class="${hasTailwind(project) ? classesOf(part) : part}"`
}

function scriptOf({ typescript }: Project): string {
  return `<script setup${typescript ? ' lang="ts"' : ''}>`
}

function stylesOf(project: Project, parts: Parameters<typeof rulesOf>[0]): string {
  return hasTailwind(project) ? '' : `\n<style scoped>\n${rulesOf(parts)}</style>\n`
}

function signInButton(project: Project): string {
  const look = lookOf(project)
  return `${scriptOf(project)}
const { data } = await useFetch('/api/me');
</script>

<template>
  <a v-if="data?.user" href="/auth/signout" ${look('button')}>Sign out</a>
  <a v-else href="/auth/signin?callbackUrl=/account" ${look('button')}>Sign in</a>
</template>
${stylesOf(project, ['button'])}`
}

function accountPage(project: Project): string {
  const look = lookOf(project)
  return `${scriptOf(project)}
definePageMeta({ middleware: 'signed-in' });

${headOf(project, 'Account')}const { data } = await useFetch('/api/me');
const user = computed(() => data.value?.user);
const name = computed(() => user.value?.name ?? user.value?.email ?? 'a user without a name');
</script>

<template>
  <main ${look('page')}>
    <section ${look('card')}>
      <span aria-hidden="true" ${look('avatar')}>{{ Array.from(name)[0] }}</span>
      <h1 ${look('title')}>Signed in as {{ name }}.</h1>
      <p v-if="user?.name" ${look('detail')}>{{ user.email }}</p>
      <SignInButton />
    </section>
  </main>
</template>
${stylesOf(project, ['page', 'card', 'avatar', 'title', 'detail'])}`
}

function headOf(project: Project, title?: string): string {
  const members = [
    title && `title: '${title}'`,
    hasNoLanguage(project) && "htmlAttrs: { lang: 'en' }",
    hasNoColors(project) && "meta: [{ name: 'color-scheme', content: 'light dark' }]",
  ].filter(Boolean)
  return members.length > 0 ? `useHead({ ${members.join(', ')} });\n\n` : ''
}

/** Whether no file sets the language of pages. Nuxt itself sets none. */
function hasNoLanguage(project: Project): boolean {
  const files = sourceFiles(project, /[.](?:vue|[cm]?[jt]s)$/)
  return !files.some((file) => /\blang: |<Html[^<>]*\blang=|@nuxtjs\/i18n/.test(project.read(file) ?? ''))
}

function headerOf(project: Project): string {
  return `    <header ${cornerOf(project)}>
      <SignInButton />
    </header>
`
}

const welcome = /^[ \t]*<NuxtWelcome\s*\/>[ \t]*$/m

function showsWelcome(project: Project, app: string): boolean {
  const text = project.read(`${app}app.vue`) ?? ''
  return welcome.test(text) && !/<script|<NuxtPage/.test(text)
}

function homeFiles(project: Project, app: string): readonly PlannedFile[] {
  const file = `${app}pages/index.vue`
  const text = project.read(file)
  if (text === undefined) {
    const root = `${app}app.vue`
    if (!showsWelcome(project, app)) return project.exists(root) ? [homeAdvice(root, '<SignInButton />')] : []
    const script = headOf(project)
    const head = script && `${scriptOf(project)}\n${script.trimEnd()}\n</script>\n\n`
    const code = `${head}<template>\n  <div>\n${headerOf(project)}    <NuxtWelcome />\n  </div>\n</template>\n`
    return [{ file, code, isDone: () => true, advice: '' }]
  }
  const [root] = text.match(/^<template>\s*?\n[ \t]+<[a-z][\w-]*(?:\s[^<>]*)?>[ \t]*\r?\n/m) ?? []
  if (root === undefined || text.includes('SignInButton')) return [homeAdvice(file, '<SignInButton />')]
  const added = text.replace(root, () => root + headerOf(project))
  return [{ file, code: '', isDone: () => false, merge: () => ({ text: added, mode: 'insert' }), advice: '' }]
}

function rootComponent(project: Project, app: string): readonly PlannedFile[] {
  const file = `${app}app.vue`
  if (!project.exists(file)) return []
  const isNew = showsWelcome(project, app)
  return [
    {
      file,
      code: '',
      isDone: (text) => /<NuxtPage|<nuxt-page/.test(text),
      ...(isNew && {
        merge: (text: string) => ({
          text: text.replace('<NuxtWelcome', '<NuxtPage'),
          mode: 'insert' as const,
        }),
      }),
      advice: 'In its template, where pages belong: <NuxtPage />',
    },
  ]
}
