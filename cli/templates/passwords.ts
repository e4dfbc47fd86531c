/** What the files are written for. */
export interface PasswordFiles {
  readonly typescript: boolean
  /** How `password-providers` imports `passwords` and `users`, and `users` imports the adapter. */
  readonly passwords: string
  readonly users: string
  readonly adapter: string
  /** The name under which the module of the adapter exports it. */
  readonly adapterName: string
}

/** Hashes of passwords: `passwords.ts` of docs/guides/own-passwords.md. A test compares each of these files with that page. */
export function passwordsModule({ typescript }: PasswordFiles): string {
  const type = (source: string) => (typescript ? source : '')
  return `import { randomBytes, ${type('type ScryptOptions, ')}scrypt, timingSafeEqual } from 'node:crypto';

/** 128 MB and about 0.3 seconds a hash, as OWASP recommends for scrypt. */
const cost${type(': ScryptOptions')} = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };

const derive = (password${type(': string')}, salt${type(': Buffer')}) =>
  new Promise${type('<Buffer>')}((resolve, reject) =>
    // Two ways to type one letter, such as é, are one password.
    scrypt(password.normalize('NFKC'), salt, 32, cost, (error, key) => (error ? reject(error) : resolve(key))),
  );

export async function hashPassword(password${type(': string')})${type(': Promise<string>')} {
  const salt = randomBytes(16);
  return \`\${salt.toString('base64')}:\${(await derive(password, salt)).toString('base64')}\`;
}

const decoy = hashPassword(randomBytes(32).toString('hex'));

/** Takes as long for a user who does not exist, so that the time of a response does not say who has an account. */
export async function verifyPassword(password${type(': string')}, hash${type(': string | null | undefined')})${type(': Promise<boolean>')} {
  const [salt = '', key = ''] = (hash ?? (await decoy)).split(':');
  const derived = await derive(password, Buffer.from(salt, 'base64'));
  return timingSafeEqual(derived, Buffer.from(key, 'base64')) && typeof hash === 'string';
}
`
}

/** The sign-in form and the sign-up form. */
export function passwordProvidersModule({ typescript, passwords, users }: PasswordFiles): string {
  const type = (source: string) => (typescript ? source : '')
  return `import { domainToASCII } from 'node:url';
import { credentials } from 'authwright/providers/credentials';
import { hashPassword, verifyPassword } from '${passwords}';
import { createUser, findUser, removePassword } from '${users}';

/** One spelling for each address, so that no second user signs up with another one. Sign-in by mail uses the same. */
function normalized(email${type(': string')}) {
  const address = email.normalize('NFKC').toLowerCase().normalize('NFKC').trim();
  const domain = address.lastIndexOf('@') + 1;
  return address.slice(0, domain) + domainToASCII(address.slice(domain));
}

export const password = credentials({
  id: 'password',
  name: 'Password',
  input: {
    email: { label: 'Email', type: 'email', required: true },
    password: { label: 'Password', type: 'password', required: true, maxlength: 128 },
  },
  account: ({ email }) => normalized(email),
  async authorize({ email, password }) {
    const user = await findUser(normalized(email));
    const isRight = await verifyPassword(password.slice(0, 128), user?.passwordHash);
    return isRight ? user : null;
  },
  // An address that is proven by mail for the first time may have been the sign-up of another person.
  removeCredentials: ({ id }) => removePassword(id),
});

export const signUp = credentials({
  id: 'sign-up',
  name: 'Sign-up',
  signUp: true,
  input: {
    email: { label: 'Email', type: 'email', required: true },
    password: {
      label: 'New password',
      type: 'password',
      autocomplete: 'new-password',
      required: true,
      minlength: 12,
      maxlength: 128,
    },
  },
  // The provider above removes it.
  removeCredentials: false,
  account: ({ email }) => normalized(email),
  async authorize({ email, password }) {
    const address = normalized(email);
    // \\p{C}: invisible characters.
    if (!/^[^\\s@\\p{C}]+@[^\\s@]+$/u.test(address) || password.length < 12 || password.length > 128) return null;
    // Hashed first: it takes as long where the address has a user.
    const passwordHash = await hashPassword(password);
    return createUser(address, passwordHash);
  },
});
`
}

/** Users of the adapter. */
export function usersModule({ typescript, adapter, adapterName }: PasswordFiles): string {
  const type = (source: string) => (typescript ? source : '')
  const imported = adapterName === 'adapter' ? 'adapter' : `${adapterName} as adapter`
  return `import { ${imported} } from '${adapter}';

export const findUser = (email${type(': string')}) => adapter.getUserByEmail(email);

/** Of two sign-ups at once, the later one fails at the unique address. */
export async function createUser(email${type(': string')}, passwordHash${type(': string')}) {
  if (await adapter.getUserByEmail(email)) return undefined;
  const user = { id: crypto.randomUUID(), name: null, email, emailVerified: null, image: null };
  return adapter.createUser({ ...user, passwordHash });
}

export const setPassword = (id${type(': string')}, passwordHash${type(': string | null')}) => adapter.updateUser({ id, passwordHash });

export const removePassword = (id${type(': string')}) => setPassword(id, null);
`
}

/** The adapter with a column for the hash. @param call - such as `sqlite('auth.db', …)` */
export function adapterModule(imports: readonly string[], call: string): string {
  return `${imports.map((statement) => `${statement};\n`).join('')}
export const adapter = ${call};
`
}

/** The column for the hash, as the adapters of the package declare it. */
export function passwordColumn(quote: string): string {
  return `user: { passwordHash: ${quote}text${quote} }`
}
