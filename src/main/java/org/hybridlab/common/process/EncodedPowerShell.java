package org.hybridlab.common.process;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/**
 * A PowerShell script as one word that no shell can misread. Such a call would print progress and errors as XML
 * (PowerShell/PowerShell#5912), so progress is off, and an error is one line of text and exit code 1.
 */
public final class EncodedPowerShell {
    public static final String BEFORE = """
            $ProgressPreference = 'SilentlyContinue'
            trap { [Console]::Error.WriteLine("$_"); exit 1 }
            """;

    private EncodedPowerShell() {
    }

    public static String encoded(String source) {
        return Base64.getEncoder().encodeToString((BEFORE + source).getBytes(StandardCharsets.UTF_16LE));
    }

    public static List<String> words(String source) {
        return List.of("powershell.exe", "-NoProfile", "-NonInteractive", "-EncodedCommand", encoded(source));
    }
}
