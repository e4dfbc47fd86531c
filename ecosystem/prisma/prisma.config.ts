import { PrismaPg } from '@prisma/adapter-pg'
import { defineConfig } from 'prisma/config'

const connectionString = process.env.AUTHWRIGHT_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

// The engine that needs no binary. It only reads the version of the PostgreSQL server.
export default defineConfig({
  engine: 'js',
  experimental: { adapter: true },
  schema: 'generated/schema.prisma',
  adapter: async () => new PrismaPg({ connectionString }),
})
