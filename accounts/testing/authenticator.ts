import { createHash, createPublicKey, createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";

type Answer = {
  /** The origin that the browser saw. */
  origin?: string;
  /** The relying party that the phone signs for. */
  relyingParty?: string;
  userVerified?: boolean;
};

type Phone = {
  origin: string;
  relyingParty: string;
  /** The passkey's key; a new one by default. */
  privateKey?: KeyObject;
  /** The number of earlier signatures. */
  counter?: number;
};

/** A software authenticator with one ES256 passkey. A test can make it sign dishonestly. */
export function createAuthenticator({ origin, relyingParty, privateKey = newKey(), counter = 0 }: Phone) {
  const publicKey = createPublicKey(privateKey);
  const id = createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest()
    .subarray(0, 16);

  function create(
    options: PublicKeyCredentialCreationOptionsJSON,
    answer: Answer = {},
  ): RegistrationResponseJSON {
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    const coseKey = Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      Buffer.from(x, "base64url"),
      Buffer.from("225820", "hex"),
      Buffer.from(y, "base64url"),
    ]);
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey]);
    const authData = Buffer.concat([authenticatorData(answer, 0x40), credential]);
    const attestation = Buffer.concat([
      // {"fmt": "none", "attStmt": {}, "authData": bytes}
      Buffer.from("a363666d74646e6f6e656761747453746d74a0686175746844617461", "hex"),
      Buffer.from([0x59, authData.length >> 8, authData.length & 255]),
      authData,
    ]);
    return {
      ...common(),
      response: {
        clientDataJSON: clientData("webauthn.create", options.challenge, answer).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      },
    };
  }

  function get(
    options: PublicKeyCredentialRequestOptionsJSON,
    answer: Answer = {},
  ): AuthenticationResponseJSON {
    const authData = authenticatorData(answer, 0);
    const clientDataJSON = clientData("webauthn.get", options.challenge, answer);
    const signature = createSign("sha256")
      .update(authData)
      .update(createHash("sha256").update(clientDataJSON).digest())
      .sign(privateKey);
    return {
      ...common(),
      response: {
        clientDataJSON: clientDataJSON.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: signature.toString("base64url"),
      },
    };
  }

  function authenticatorData(answer: Answer, extraFlags: number): Buffer {
    counter += 1;
    const head = Buffer.alloc(37);
    createHash("sha256")
      .update(answer.relyingParty ?? relyingParty)
      .digest()
      .copy(head);
    const userPresent = 1;
    const userVerified = answer.userVerified === false ? 0 : 4;
    head[32] = userPresent | userVerified | extraFlags;
    head.writeUInt32BE(counter, 33);
    return head;
  }

  function clientData(type: string, challenge: string, answer: Answer): Buffer {
    return Buffer.from(
      JSON.stringify({ type, challenge, origin: answer.origin ?? origin, crossOrigin: false }),
    );
  }

  function common() {
    const text = id.toString("base64url");
    return { id: text, rawId: text, type: "public-key", clientExtensionResults: {} } as const;
  }

  return { create, get };
}

export function newKey(): KeyObject {
  return generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
}
