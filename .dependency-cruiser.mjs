import { readdirSync } from 'node:fs'

/*
 * Which way imports point (docs: CONTRIBUTING.md, "The layout"). Types count like values: an import that only
 * the compiler sees also couples two folders.
 */

const contracts = ['^src/adapters/contract[.]ts$', '^src/stores/contract[.]ts$', '^src/providers/kinds/']
const port = '^src/runtime/port[.]ts$'
const foundation = ['^src/errors[.]ts$', '^src/model/', '^src/options/', '^src/platform/']

/**
 * The allowed imports of a part of the source, besides itself.
 *
 * @type {readonly { name: string, from: string, fromNot?: string, to: readonly string[], why: string }[]}
 */
const layers = [
  {
    name: 'errors-stand-alone',
    from: '^src/errors[.]ts$',
    to: [],
    why: 'Errors are at the bottom: they import nothing of the package.',
  },
  {
    name: 'model-stands-alone',
    from: '^src/model/',
    to: ['^src/model/', '^src/errors[.]ts$'],
    why: 'The model describes people, accounts and sessions; it knows neither options nor providers.',
  },
  {
    name: 'options-point-down',
    from: '^src/options/',
    to: [...foundation, '^src/stores/contract[.]ts$'],
    why: 'Options may name the model, errors and what a store is, nothing above them.',
  },
  {
    name: 'platform-stands-alone',
    from: '^src/platform/',
    to: ['^src/platform/'],
    why: 'What a platform does is there for everything above.',
  },
  {
    name: 'languages-point-down',
    from: '^src/languages(?:/|[.]ts$)',
    to: [
      '^src/options/language[.]ts$',
      '^src/options/with-defaults[.]ts$',
      '^src/model/password[.]ts$',
      '^src/languages/',
      '^src/runtime/features/pages/english-',
    ],
    why: 'A language is data: it names the sentences, and the results that they explain.',
  },
  {
    name: 'provider-kinds-point-down',
    from: '^src/providers/kinds/',
    to: [...foundation, '^src/providers/kinds/', '^src/runtime/features/[^/]+/feature[.]ts$'],
    why: 'A kind of provider is a contract: it names the model and options, no provider and no adapter.',
  },
  {
    name: 'providers-point-down',
    from: '^src/providers/',
    fromNot: '^src/providers/kinds/',
    to: [...foundation, '^src/providers/', '^src/runtime/features/[^/]+/feature[.]ts$'],
    why: 'A provider is data, and carries its feature. It imports neither the builder, the rest of the runtime nor an adapter.',
  },
  {
    name: 'adapter-contract-points-down',
    from: '^src/adapters/contract[.]ts$',
    to: foundation,
    why: 'The contract of adapters names the model only.',
  },
  {
    name: 'adapters-point-down',
    from: '^src/adapters/',
    to: [...foundation, '^src/adapters/', '^src/stores/(?:contract[.]ts$|redis(?:[.]ts$|/))'],
    why: 'An adapter stores and finds. It imports neither the builder, the runtime nor a provider.',
  },
  {
    name: 'store-contract-points-down',
    from: '^src/stores/contract[.]ts$',
    to: ['^src/model/awaitable[.]ts$'],
    why: 'The contract of stores names nothing but text and numbers.',
  },
  {
    name: 'stores-point-down',
    from: '^src/stores/',
    to: [...foundation, '^src/stores/', '^src/adapters/conformance/expect[.]ts$'],
    why: 'A store keeps and counts. It imports neither the builder, the runtime nor an adapter.',
  },
  {
    name: 'spec-is-between-builder-and-runtime',
    from: '^src/builder/auth-spec[.]ts$',
    to: [...foundation, ...contracts],
    why: 'The spec is what builder and runtime share, so it depends on neither.',
  },
  {
    name: 'builder-without-runtime',
    from: '^src/builder/',
    to: [...foundation, ...contracts, '^src/builder/'],
    why: 'The builder turns a configuration into data. It meets the runtime in src/builder/auth-spec.ts alone.',
  },
  {
    name: 'runtime-without-builder',
    from: '^src/runtime/',
    to: [
      ...foundation,
      ...contracts,
      '^src/runtime/',
      '^src/builder/auth-spec[.]ts$',
      '^src/stores/memory[.]ts$',
    ],
    why: 'The runtime interprets a spec. It knows contracts and the default store, not the builder.',
  },
  {
    name: 'dev-points-down',
    from: '^src/dev(?:/|[.]ts$)',
    to: [
      ...foundation,
      '^src/providers/kinds/',
      '^src/dev/',
      '^src/runtime/core/(?:crypto/|http/|routes/|route[.]ts$)',
      '^src/runtime/features/(?:pages/|oauth/|oidc/feature[.]ts$)',
    ],
    why: 'The provider for development is a provider with its server: it has a route, seals, and shows pages, by the parts of the runtime.',
  },
  {
    name: 'testing-points-down',
    from: '^src/testing(?:/|[.]ts$)',
    to: [
      ...foundation,
      ...contracts,
      '^src/testing/',
      port,
      '^src/builder/inferred-types[.]ts$',
      '^src/runtime/core/',
      '^src/runtime/features/oauth/',
      '^src/node/',
    ],
    why: 'The test kit drives the runtime by its parts. It copies none of them.',
  },
  {
    name: 'testing-is-apart',
    from: '^src/(?!testing(?:/|[.]ts$))',
    to: ['^src/(?!testing(?:/|[.]ts$))'],
    why: 'The test kit signs in without a proof: no application may carry it.',
  },
  {
    name: 'node-points-down',
    from: '^src/node/',
    to: [...foundation, '^src/node/', port, '^src/runtime/core/crypto/'],
    why: 'What is there for Node.js alone stands beside what every runtime has; nothing but an entry point or `imports` of package.json leads to it.',
  },
  {
    name: 'frameworks-are-a-shell',
    from: '^src/frameworks/',
    to: [...foundation, '^src/frameworks/', port, '^src/builder/'],
    why: 'A framework carries a request in and a response out. It uses the builder and one module of the runtime, its port.',
  },
  {
    name: 'builder-entries-without-compat',
    from: '^src/(?!compat(?:/|[.]ts$))',
    to: ['^src/(?!compat(?:/|[.]ts$))'],
    why: 'The names of Auth.js are above everything: only who imports them pays for them.',
  },
  {
    name: 'web-entry-uses-the-port',
    from: '^src/web-auth[.]ts$',
    to: [...foundation, port, '^src/builder/', '^src/frameworks/[^/]+[.]ts$'],
    why: 'The web entry is a framework as any other: it uses one module of the runtime, its port.',
  },
  {
    name: 'main-entry-uses-the-port',
    from: '^src/index[.]ts$',
    to: [...foundation, ...contracts, port, '^src/builder/', '^src/(?:internal|web-auth)[.]ts$'],
    why: 'The main entry puts the builder and the runtime together, and exports the types of contracts. It uses one module of the runtime, its port.',
  },
]

/** The layers of the runtime, from the bottom. Each may import itself and the layers below it. */
export const runtimeLayers = ['core', 'features', 'api']

/**
 * The features that a feature may import, because it extends them or shows pages.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const extended = {
  accounts: ['oauth', 'pages'],
  email: ['pages'],
  logout: ['oauth', 'tokens'],
  oidc: ['oauth'],
  passwords: ['accounts', 'email', 'pages'],
  tokens: ['oauth'],
}

/**
 * Modules that only declare types, which name each other: an app has features, and a feature is called with the app. Each has one subject, and
 * none exists at run time.
 */
const declarations =
  '^src/runtime/core/(?:object-lifetimes|feature|provider-flow|route|pages|login/hooks|login/user-store)[.]ts$'

/** The modules of `src` that the command imports. */
const sharedWithCommand = [
  '^src/runtime/core/config/(?:boolean-value|secret-strength)[.]ts$',
  '^src/options/host-list[.]ts$',
]

const featureNames = readdirSync(new URL('src/runtime/features', import.meta.url))

export default {
  forbidden: [
    ...runtimeLayers.map((layer, position) => ({
      name: `${layer}-points-down`,
      severity: 'error',
      comment: 'The core names no feature, and features do not know what calls them.',
      from: { path: `^src/runtime/${layer}/` },
      to: {
        path: '^src/runtime/',
        pathNot: runtimeLayers.slice(0, position + 1).map((each) => `^src/runtime/${each}/`),
      },
    })),
    ...featureNames.map((feature) => ({
      name: `feature-${feature}`,
      severity: 'error',
      comment: 'A feature imports another one only where `extended` in .dependency-cruiser.mjs says so.',
      from: { path: `^src/runtime/features/${feature}/` },
      to: {
        path: '^src/runtime/features/',
        pathNot: [feature, ...(extended[feature] ?? [])].map((each) => `^src/runtime/features/${each}/`),
      },
    })),
    ...layers.map(({ name, from, fromNot, to, why }) => ({
      name,
      severity: 'error',
      comment: why,
      from: fromNot === undefined ? { path: from } : { path: from, pathNot: fromNot },
      to: { path: '^src/', pathNot: [...to] },
    })),
    {
      name: 'client-imports-types-only',
      severity: 'error',
      comment: 'Browser code may name what the server has, never carry it: write "import type".',
      from: { path: '^src/client/' },
      to: { path: '^src/', pathNot: '^src/client/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-standards-only',
      severity: 'error',
      comment: 'This code runs on every JavaScript platform: use web standards, not modules of Node.',
      from: { path: '^src/(runtime|builder|providers|client)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'command-line-is-apart',
      severity: 'error',
      comment:
        'A server loads nothing of the command line, so that its libraries stay out of what is started.',
      from: { path: '^src/' },
      to: { path: '^cli/' },
    },
    {
      name: 'command-line-loads-no-server',
      severity: 'error',
      comment:
        'The command reads and writes the source of an application. It shares rules with the runtime only where `sharedWithCommand` in .dependency-cruiser.mjs says so.',
      from: { path: '^cli/' },
      to: { path: '^src/', pathNot: sharedWithCommand },
    },
    {
      name: 'no-cycle',
      severity: 'error',
      comment: 'These modules import each other. Move what both need into a module of its own.',
      from: { path: '^(?:src|cli)/' },
      to: { circular: true, via: { pathNot: declarations } },
    },
    {
      name: 'only-declared-packages',
      severity: 'error',
      comment:
        'Only "dependencies" and "peerDependencies" of package.json are there for those who install the package.',
      from: { path: '^src/' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['npm', 'npm-peer', 'npm-optional'],
      },
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment: 'Nothing is found under this name.',
      from: { path: '^(?:src|cli)/' },
      // SvelteKit provides modules whose name begins with a dollar sign when it builds an application.
      to: { couldNotResolve: true, pathNot: '^[$](?:app|env)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
}
