import type { ReactNode } from 'react'
import { auth } from '../auth'
import { Providers } from './providers'
import { Who } from './who'

export const metadata = { title: 'Authwright with Next.js' }

export default async function Layout({ children }: { children: ReactNode }) {
  const session = await auth()
  return (
    <html lang="en">
      <body>
        <Providers
          session={session}
          {...(process.env.BASE_PATH && { basePath: `/${process.env.BASE_PATH.slice(1)}/api/auth` })}
        >
          <Who />
          {children}
        </Providers>
      </body>
    </html>
  )
}
