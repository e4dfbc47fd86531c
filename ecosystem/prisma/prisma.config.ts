import { PrismaPg } from '@prisma/adapter-pg'
import { defineConfig } from 'prisma/config'

const connectionString = process.env.AUTHWRIGHT_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

// The engine that needs no binary of its own. It asks a server which PostgreSQL it is, and changes nothing there.
export default defineConfig({
  engine: 'js',
  experimental: { adapter: true },
  schema: 'generated/schema.prisma',
  adapter: async () => new PrismaPg({ connectionString }),
})
