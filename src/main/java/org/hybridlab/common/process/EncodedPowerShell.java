package org.hybridlab.common.process;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/**
 * A few lines for PowerShell as one word that no shell on the way can misread. PowerShell writes its own progress and
 * errors as XML when it is called so (PowerShell/PowerShell#5912): here there is no progress, and an error that ends
 * the lines is one line of text and exit code 1.
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

    /** The call, with words that are harmless to every shell. */
    public static List<String> words(String source) {
        return List.of("powershell.exe", "-NoProfile", "-NonInteractive", "-EncodedCommand", encoded(source));
    }
}
