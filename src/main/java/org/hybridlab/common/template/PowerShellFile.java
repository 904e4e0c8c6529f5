package org.hybridlab.common.template;

import org.hybridlab.common.error.LabException;

/** Windows PowerShell 5.1 reads a script without BOM in the ANSI code page: ASCII only, with CRLF line ends. */
final class PowerShellFile {
    private PowerShellFile() {
    }

    static String of(String template, String text) {
        int line = 1;
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit > '~') {
                throw LabException.invalid("template-failed",
                        "The template %s has the character U+%04X in line %d of what it renders."
                                .formatted(template, (int) unit, line),
                        "Write it as [char]0x%04x, or let [=value] do so.".formatted((int) unit));
            }
            line += unit == '\n' ? 1 : 0;
        }
        return text.replace("\r\n", "\n").replace("\n", "\r\n");
    }
}
