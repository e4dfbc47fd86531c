import { PrismaPg } from '@prisma/adapter-pg'
import { defineConfig } from 'prisma/config'

const connectionString = process.env.AUTHWRIGHT_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

// This engine needs no binary.
export default defineConfig({
  engine: 'js',
  experimental: { adapter: true },
  schema: 'generated/schema.prisma',
  adapter: async () => new PrismaPg({ connectionString }),
})
