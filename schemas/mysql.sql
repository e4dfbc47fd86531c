-- Keys are compared byte by byte, including trailing spaces. Otherwise, similar keys of two users could be equal.
-- The collation is that of MySQL. In MariaDB, use utf8mb4_nopad_bin.
CREATE TABLE `users` (
  `id` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PRIMARY KEY NOT NULL,
  `name` text,
  `email` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin UNIQUE,
  `emailVerified` datetime(3) NULL,
  `image` text
);

CREATE TABLE `accounts` (
  `userId` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  `type` text NOT NULL,
  `provider` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  `providerAccountId` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  `access_token` text,
  `refresh_token` text,
  `id_token` text,
  `token_type` text,
  `scope` text,
  `session_state` text,
  `expires_in` double,
  `expires_at` double,
  `authorization_details` json,
  PRIMARY KEY (`provider`, `providerAccountId`),
  FOREIGN KEY (`userId`) REFERENCES `users` (`id`) ON DELETE CASCADE
);
CREATE INDEX `accounts_user` ON `accounts` (`userId`);

CREATE TABLE `sessions` (
  `sessionToken` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PRIMARY KEY NOT NULL,
  `userId` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  `expires` datetime(3) NOT NULL,
  `createdAt` datetime(3) NULL,
  `lastUsedAt` datetime(3) NULL,
  `userAgent` varchar(255) NULL,
  `networkAddress` varchar(45) NULL,
  FOREIGN KEY (`userId`) REFERENCES `users` (`id`) ON DELETE CASCADE
);
CREATE INDEX `sessions_user` ON `sessions` (`userId`);
CREATE INDEX `sessions_expires` ON `sessions` (`expires`);

CREATE TABLE `verification_tokens` (
  `identifier` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  `token` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  `expires` datetime(3) NOT NULL,
  PRIMARY KEY (`identifier`, `token`)
);
CREATE INDEX `verification_tokens_expires` ON `verification_tokens` (`expires`);

CREATE TABLE `authenticators` (
  `credentialID` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PRIMARY KEY NOT NULL,
  `userId` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  `providerAccountId` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  `credentialPublicKey` text NOT NULL,
  `counter` double NOT NULL,
  `credentialDeviceType` text NOT NULL,
  `credentialBackedUp` boolean NOT NULL,
  `transports` text,
  `name` text,
  FOREIGN KEY (`userId`) REFERENCES `users` (`id`) ON DELETE CASCADE
);
CREATE INDEX `authenticators_user` ON `authenticators` (`userId`);

CREATE TABLE `passwords` (
  `userId` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  `tenant` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  `hash` text NOT NULL,
  `epoch` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  `changedAt` datetime(3) NOT NULL,
  PRIMARY KEY (`userId`, `tenant`),
  FOREIGN KEY (`userId`) REFERENCES `users` (`id`) ON DELETE CASCADE
);
