package org.hybridlab.provider.docker;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Absolute paths as sed's {@code l} prints them: ASCII, with octal numbers for other bytes. */
final class EscapedPath {
    private static final String LETTERS = "abfnrtv";
    private static final String MEANT = "\u0007\b\f\n\r\t\u000b";
    private static final int OCTAL_DIGITS = 3;

    private EscapedPath() {
    }

    /** Empty if programs cannot take it, or their output cannot be parsed. */
    static Optional<String> plain(String escaped) {
        return decoded(escaped).filter(path -> path.chars().noneMatch(Character::isISOControl)
                && Charset.defaultCharset().newEncoder().canEncode(path));
    }

    static String nearest(String escaped) {
        for (int end = escaped.lastIndexOf('/'); end > 0; end = escaped.lastIndexOf('/', end - 1)) {
            Optional<String> folder = plain(escaped.substring(0, end));
            if (folder.isPresent()) {
                return folder.get();
            }
        }
        return "/";
    }

    static String escaped(String plain) {
        StringBuilder escaped = new StringBuilder();
        for (byte one : plain.getBytes(StandardCharsets.UTF_8)) {
            if (one == '\\') {
                escaped.append("\\\\");
            } else {
                escaped.append(one < 0 ? "\\%03o".formatted(one & 0xff) : String.valueOf((char) one));
            }
        }
        return escaped.toString();
    }

    private static Optional<String> decoded(String escaped) {
        if (escaped.indexOf('\\') < 0) {
            return Optional.of(escaped);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int at = 0; at < escaped.length(); at++) {
            char one = escaped.charAt(at);
            if (one != '\\') {
                bytes.write(one);
            } else {
                char next = escaped.charAt(++at);
                int letter = LETTERS.indexOf(next);
                if (next >= '0' && next <= '7') {
                    bytes.write(Integer.parseInt(escaped.substring(at, at + OCTAL_DIGITS), 8));
                    at += OCTAL_DIGITS - 1;
                } else {
                    bytes.write(letter < 0 ? next : MEANT.charAt(letter));
                }
            }
        }
        try {
            return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
