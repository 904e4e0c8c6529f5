package org.hybridlab.diagnose;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** What PowerShell would get to read. */
final class WindowsWords {
    private WindowsWords() {
    }

    /** The script of a call with {@code -EncodedCommand}. */
    static String decoded(List<String> words) {
        return new String(Base64.getDecoder().decode(words.get(words.size() - 1)), StandardCharsets.UTF_16LE);
    }
}
