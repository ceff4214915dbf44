import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { Encrypter } from "age-encryption";
import { dayMs } from "../../../../enquiries/clock.ts";
import { NotPublicError } from "../../../../server/public-fetch.ts";
import { isTooOld, surplusOf, timeIn } from "../backup-names.ts";
import { createStorage, type Storage, StorageError, type StorageOptions } from "./storage.ts";

export interface Sending extends StorageOptions {
  /** The age public key for which the file is encrypted. */
  readonly recipient: string;
  readonly file: string;
  /** False while the clock cannot be trusted: then no old backup is removed. */
  readonly mayPrune: boolean;
}

/** Texts are in Polish. `warning`: the backup has arrived, but old ones could not be removed. */
export type Sent = { bytes: number; warning?: string } | { problem: string };

/** Encrypts a backup, sends it and reads it back: it counts only if size and hash are the same (C8.2). */
export async function sendBackup({ recipient, file, mayPrune, ...options }: Sending): Promise<Sent> {
  const storage = createStorage(options);
  const name = `${basename(file)}.age`;
  try {
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    const plain = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
    const encrypted = await encrypter.encrypt(plain);
    const sent = hashing(encrypted as AsyncIterable<Uint8Array>);
    const bytes = encrypted.size((await stat(file)).size);
    // First: old ones neither fill the storage nor stay while it refuses new ones.
    const pruned = mayPrune && (await prune(storage, basename(file)));
    await storage.put(name, sent.content, bytes);
    const back = hashing(await storage.get(name));
    for await (const _chunk of back.content) if (back.bytes() > bytes) break;
    if (back.digest() === sent.digest()) return { bytes, ...pruned };
    // Nobody must mistake it for a good backup.
    await storage.remove(name).catch(() => {});
    return {
      problem:
        "Serwer kopii zwrócił inną kopię niż wysłana. Jeśli następna próba też się nie uda, zapytaj firmę, która go prowadzi.",
    };
  } catch (error) {
    return { problem: explain(error as NodeJS.ErrnoException) };
  }
}

/** Passes a stream through; returns its size and hash afterwards. */
function hashing(source: AsyncIterable<Uint8Array>) {
  const hash = createHash("sha256");
  let bytes = 0;
  async function* pass() {
    for await (const chunk of source) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  return { content: pass(), bytes: () => bytes, digest: () => `${bytes} ${hash.copy().digest("hex")}` };
}

/** Keeps the same ones as the server itself, counted back from the one that is sent. Touches no files with other names. */
async function prune(storage: Storage, newest: string): Promise<{ warning?: string }> {
  try {
    const found = await storage.list(/(?<=[/>])kopia-[\d-]{10}T[\d-]{8}Z\.tar(?=\.age<)/g);
    const old = found.filter((name) => isTooOld(name, timeIn(newest)));
    const surplus = surplusOf([...found, newest], newest, 30 * dayMs);
    for (const name of new Set([...surplus, ...old])) await storage.remove(`${name}.age`);
    return {};
  } catch {
    return { warning: "Program nie może ich tam usuwać: rób to samodzielnie, najdalej po 30 dniach." };
  }
}

function explain(error: NodeJS.ErrnoException): string {
  if (error instanceof StorageError) return error.message;
  if (error instanceof NotPublicError)
    return "Adres serwera kopii prowadzi do sieci lokalnej. Taki adres można podać tylko na serwerze, w ustawieniu BACKUP_URL.";
  const { code = error.message } = error;
  if (/ENOTFOUND|EAI_AGAIN|REFUSED|UNREACH|ETIMEDOUT/.test(code))
    return "Serwer kopii nie odpowiada pod tym adresem.";
  if (/CERT|SIGN|SSL|TLS/.test(code)) return "Certyfikat serwera kopii jest nieprawidłowy.";
  return `Połączenie z serwerem kopii się urwało (${code}).`;
}
