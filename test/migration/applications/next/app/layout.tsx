import type { ReactNode } from 'react'
import UserButton from '@/components/user-button'

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <header>
          <UserButton />
        </header>
        <main>{children}</main>
      </body>
    </html>
  )
}
