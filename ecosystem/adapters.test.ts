/*
 * The adapters of the Auth.js ecosystem, unchanged, over real stores: users sign in, link accounts, extend
 * sessions and sign out through the handler.
 */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { D1Adapter, up } from '@auth/d1-adapter'
import { DrizzleAdapter } from '@auth/drizzle-adapter'
import { DynamoDBAdapter } from '@auth/dynamodb-adapter'
import { KyselyAdapter } from '@auth/kysely-adapter'
import { defaultEntities, MikroOrmAdapter } from '@auth/mikro-orm-adapter'
import PostgresAdapter from '@auth/pg-adapter'
import { createIndexes, PouchDBAdapter } from '@auth/pouchdb-adapter'
import SequelizeAdapter from '@auth/sequelize-adapter'
import { TypeORMAdapter } from '@auth/typeorm-adapter'
import { UnstorageAdapter } from '@auth/unstorage-adapter'
import { UpstashRedisAdapter } from '@auth/upstash-redis-adapter'
import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb'
import { MikroORM } from '@mikro-orm/core'
import { Redis as Upstash } from '@upstash/redis'
import { drizzle } from 'drizzle-orm/node-postgres'
import dynalite from 'dynalite'
import { Redis } from 'ioredis'
import { Kysely, PostgresDialect } from 'kysely'
import { Miniflare } from 'miniflare'
import pg from 'pg'
import inMemory from 'pouchdb-adapter-memory'
import PouchDB from 'pouchdb-core'
import find from 'pouchdb-find'
import { Sequelize } from 'sequelize'
import { createStorage } from 'unstorage'
import { afterAll, beforeAll, describe } from 'vitest'
import type { Adapter } from '../src/adapters/contract.js'
import { type StoreTraits, signInSuite } from '../test/support/sign-in-suite.js'
import { postgres, postgresDatabase, queryPostgres } from '../test/support/stores/postgres.js'
import { d1Database, d1Worker } from './d1.js'
import { tables } from './tables.js'

interface Opened {
  readonly adapter: unknown
  close(): Promise<unknown>
}

function suite(open: () => Promise<Opened>, traits: StoreTraits): void {
  let opened: Opened
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened?.close())
  signInSuite(() => opened.adapter as Adapter, traits)
}

/** These adapters generate user ids. Of two concurrent first sign-ins, one may fail because the other has taken the e-mail address. */
const oneUser: StoreTraits = { atOnce: 'oneUser' }

/** These adapters also generate user ids, and do not require unique e-mail addresses. */
const oneOwner: StoreTraits = { atOnce: 'oneOwner' }

/** `deleteUser` of this adapter does not delete the user, so an interrupted first sign-in cannot be undone. */
const doesNotDelete: StoreTraits = { ...oneOwner, stuckAfter: ['linkAccount'] }

/** Opens an adapter on a separate PostgreSQL database. */
type OpenIn = (url: string) => Promise<Opened>

const onPostgres: readonly [name: string, statements: readonly string[], open: OpenIn][] = [
  [
    '@auth/pg-adapter',
    tables.pg,
    async (url) => {
      const pool = new pg.Pool({ connectionString: url })
      return { adapter: PostgresAdapter(pool), close: () => pool.end() }
    },
  ],
  [
    '@auth/drizzle-adapter',
    tables.drizzle,
    async (url) => {
      const pool = new pg.Pool({ connectionString: url })
      return { adapter: DrizzleAdapter(drizzle(pool)), close: () => pool.end() }
    },
  ],
  [
    '@auth/kysely-adapter',
    tables.kysely,
    async (url) => {
      const db = new Kysely<any>({
        dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }),
      })
      return { adapter: KyselyAdapter(db), close: () => db.destroy() }
    },
  ],
  [
    '@auth/sequelize-adapter',
    [],
    async (url) => {
      const sequelize = new Sequelize(url, { logging: false })
      const adapter = SequelizeAdapter(sequelize)
      await sequelize.sync()
      return { adapter, close: () => sequelize.close() }
    },
  ],
  [
    '@auth/typeorm-adapter',
    [],
    async (url) => {
      const { entities, getManager } = await import('@auth/typeorm-adapter')
      const dataSource = { type: 'postgres', url, synchronize: true } as const
      const adapter = TypeORMAdapter(dataSource)
      return { adapter, close: async () => (await getManager({ dataSource, entities })).connection.destroy() }
    },
  ],
  [
    '@auth/mikro-orm-adapter',
    [],
    async (url) => {
      const options = { clientUrl: url, type: 'postgresql', allowGlobalContext: true } as const
      const orm = await MikroORM.init({ ...options, entities: Object.values(defaultEntities) })
      await orm.getSchemaGenerator().createSchema()
      return { adapter: MikroOrmAdapter(options), close: () => orm.close() }
    },
  ],
]

describe.each(onPostgres)('%s', (name, statements, open) => {
  describe.skipIf(!postgres.available)(`on PostgreSQL${postgres.note}`, () => {
    suite(
      async () => {
        const database = await postgresDatabase(...statements)
        const { adapter, close } = await open(database.url)
        return {
          adapter,
          close: async () => {
            await close()
            // This adapter opens separate connections that the test cannot close.
            if (name === '@auth/mikro-orm-adapter') await dropByForce(database.url)
            else await database.drop()
          },
        }
      },
      name === '@auth/pg-adapter' ? oneOwner : oneUser,
    )
  })
})

async function dropByForce(url: string): Promise<void> {
  const server = new URL(url)
  server.pathname = '/postgres'
  await queryPostgres(server.href, `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`)
}

describe('@auth/d1-adapter on D1 of workerd', () => {
  suite(async () => {
    const miniflare = new Miniflare({
      modules: true,
      script: d1Worker,
      d1Databases: ['DB'],
    })
    const database = d1Database(miniflare)
    await up(database)
    return { adapter: D1Adapter(database), close: () => miniflare.dispose() }
  }, oneOwner)
})

describe('@auth/unstorage-adapter in memory', () => {
  suite(async () => {
    const storage = createStorage()
    return { adapter: UnstorageAdapter(storage), close: () => storage.dispose() }
  }, oneOwner)
})

describe('@auth/pouchdb-adapter in memory', () => {
  suite(async () => {
    const pouchdb = new (PouchDB.plugin(inMemory).plugin(find))(randomUUID(), { adapter: 'memory' })
    await createIndexes(pouchdb)
    return { adapter: PouchDBAdapter({ pouchdb }), close: () => pouchdb.destroy() }
  }, doesNotDelete)
})

describe('@auth/dynamodb-adapter on dynalite', () => {
  suite(async () => {
    const server = dynalite({ createTableMs: 0 })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const client = new DynamoDB({
      endpoint: `http://127.0.0.1:${port}`,
      region: 'eu-central-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    })
    const text = (name: string) => ({ AttributeName: name, AttributeType: 'S' }) as const
    const key = (name: string, KeyType: 'HASH' | 'RANGE') => ({ AttributeName: name, KeyType })
    await client.createTable({
      TableName: 'next-auth',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk', 'GSI1PK', 'GSI1SK'].map(text),
      KeySchema: [key('pk', 'HASH'), key('sk', 'RANGE')],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'GSI1',
          KeySchema: [key('GSI1PK', 'HASH'), key('GSI1SK', 'RANGE')],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
    })
    const document = DynamoDBDocument.from(client, {
      marshallOptions: {
        convertEmptyValues: true,
        removeUndefinedValues: true,
        convertClassInstanceToMap: true,
      },
    })
    return {
      adapter: DynamoDBAdapter(document),
      close: async () => {
        client.destroy()
        await new Promise<void>((resolve) => server.close(() => resolve()))
      },
    }
  }, oneOwner)
})

describe('@auth/upstash-redis-adapter on Redis, over HTTP', () => {
  suite(async () => {
    const redis = new Redis(process.env.AUTHWRIGHT_REDIS_URL ?? 'redis://127.0.0.1:6379')
    // Replaces the service of Upstash, which receives Redis commands as JSON over HTTP.
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const body = JSON.parse(Buffer.concat(chunks).toString())
      const run = async ([command, ...args]: string[]): Promise<object> => ({
        result: await redis.call(command as string, ...args.map(String)),
      })
      const answer = request.url === '/pipeline' ? await Promise.all(body.map(run)) : await run(body)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const client = new Upstash({
      url: `http://127.0.0.1:${port}`,
      token: 'test',
      responseEncoding: false,
      enableTelemetry: false,
    })
    const baseKeyPrefix = `authwright-test-${randomUUID()}:`
    return {
      adapter: UpstashRedisAdapter(client, { baseKeyPrefix }),
      close: async () => {
        const keys = await redis.keys(`${baseKeyPrefix}*`)
        if (keys.length > 0) await redis.del(...keys)
        await redis.quit()
        await new Promise<void>((resolve) => server.close(() => resolve()))
      },
    }
  }, oneOwner)
})
