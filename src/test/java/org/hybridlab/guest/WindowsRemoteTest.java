package org.hybridlab.guest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.EncodedPowerShell;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.hybridlab.common.template.PowerShellGrammar;
import org.hybridlab.guest.WindowsSsh.WindowsRemote;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What PowerShell does with an upload, by the interpreter of the stand-in for Windows. */
class WindowsRemoteTest {
    private static final String FILE = "C:\\k\\kubelet.conf";
    private static final String NEW = "new content, of 24 bytes";

    @Test
    void upload_whole_replacesTheFile() {
        JsonNode after = upload(encoded(NEW), Sent.of(NEW));

        assertThat(after.get("failed").asString(null)).isNull();
        assertThat(after.get("files").toString()).isEqualTo("{\"kubelet.conf\":\"" + NEW + "\"}");
    }

    /** Four characters of base64 are three bytes: cut there, it still reads as base64. */
    @ParameterizedTest
    @ValueSource(ints = {0, 4, 30})
    void upload_cutOff_keepsTheOld(int arrived) {
        assertKept(upload(encoded(NEW).substring(0, arrived), Sent.of(NEW)), "only %d of 32".formatted(arrived));
    }

    @Test
    void upload_ofAnotherSum_keepsTheOld() {
        assertKept(upload(encoded(NEW.replace('n', 'm')), Sent.of(NEW)), "not what was sent");
    }

    private static void assertKept(JsonNode after, String why) {
        assertThat(after.get("failed").asString()).contains(why);
        assertThat(after.get("files").toString()).isEqualTo("{\"kubelet.conf\":\"old content\"}");
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** PowerShell would write it as XML, and its progress too. */
    @Test
    void whatGoesWrongIsOneLineOfText() {
        assertThat(run("", "Get-CimInstance -ClassName Win32_Process -Filter "
                + "\"Name = 'wininit.exe' AND SessionId = 0\"").get("failed")
                .isNull())
                .isTrue();
        assertThat(run("", "$ErrorActionPreference = 'Stop'\nGet-Content -Path 'C:\\k\\<nowhere>'").get("failed")
                .asString())
                .isEqualTo("exit 1 Cannot find path 'C:\\k\\<nowhere>' because it does not exist.");
    }

    @Test
    void theBootIsToldWithoutProgress() {
        assertThat(run("", WindowsRemote.BOOT_ID).get("failed").isNull()).isTrue();
    }

    private static JsonNode upload(String stdin, Sent sent) {
        return run(stdin, WindowsRemote.write(FILE, true, encoded(NEW).length(), sent));
    }

    private static JsonNode run(String stdin, String source) {
        PowerShellGrammar.install();
        Map<String, String> question = Map.of("file", FILE, "content", "old content", "stdin", stdin,
                "encoded", EncodedPowerShell.encoded(source));
        Result result = new LocalProcesses().run(Command.of("node", "--liftoff-only", "upload.mjs")
                .in(Path.of("src/test/powershell/standin").toAbsolutePath())
                .stdin(JsonMapper.shared().writeValueAsString(question)).timeout(Duration.ofMinutes(1)),
                new Cancellation());
        assertThat(result.ok()).as(result.stderr()).isTrue();
        return JsonMapper.shared().readTree(result.stdout());
    }
}
