/**
 * The parts of the generated Prisma client that the adapter infers types from. The real client is tested in
 * `ecosystem/`.
 */
interface Model<Row extends object> {
  [internal: symbol]: {
    types: { payload: { name: string; objects: object; scalars: Row; composites: object } }
  }
  findFirst(query?: object): PromiseLike<Row | null>
}

interface User {
  id: string
  name: string | null
  email: string | null
  emailVerified: Date | null
  image: string | null
  role: 'member' | 'admin'
}

interface Account {
  userId: string
  type: string
  provider: string
  providerAccountId: string
  access_token: string | null
}

interface Session {
  sessionToken: string
  userId: string
  expires: Date
}

export declare class PrismaClient {
  constructor(options?: object)
  user: Model<User>
  account: Model<Account>
  session: Model<Session>
  $disconnect(): Promise<void>
}

export declare const client: PrismaClient
export declare const withoutVerification: Omit<PrismaClient, 'user'> & {
  user: Model<Omit<User, 'emailVerified'>>
}
