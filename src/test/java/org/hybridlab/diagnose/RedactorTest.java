package org.hybridlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactorTest {
    private static final Redactor FORMS = new Redactor(List.of());

    static Stream<Arguments> secrets() {
        return Stream.of(
                Arguments.of("kubeadm join --token abcdef.0123456789abcdef control:6443", "0123456789abcdef"),
                Arguments.of("Authorization: Bearer sha256~s3cr3tt0ken", "sha256~s3cr3tt0ken"),
                Arguments.of("\"Authorization\": \"Basic dXNlcjpwYXNz\"", "dXNlcjpwYXNz"),
                Arguments.of("sent bearer 0a1b2c3d4e5f60718293", "0a1b2c3d4e5f60718293"),
                Arguments.of("token eyJhbGciOiJSUzI1NiIs.eyJpc3MiOiJrdWJl.c2lnbmF0dXJl was refused",
                "eyJpc3MiOiJrdWJl"),
                Arguments.of("    client-key-data: LS0tLS1CRUdJTg==", "LS0tLS1CRUdJTg=="),
                Arguments.of("    client-certificate-data: TFMwdExTMUNSVWRKVGc9PQ==", "TFMwdExTMUNSVWRKVGc9PQ=="),
                Arguments.of("  password: 'hunter2hunter2'", "hunter2hunter2"),
                Arguments.of("\"auths\":{\"registry.lab:5000\":{\"auth\":\"dXNlcjpwYXNzd29yZA==\"}}",
                        "dXNlcjpwYXNzd29yZA=="),
                Arguments.of("\"identitytoken\":\"7f9e1c55\"", "7f9e1c55"),
                Arguments.of("--certificate-key 9f86d081884c7d659a2feaa0c55ad015", "9f86d081884c7d659a2feaa0c55ad015"),
                Arguments.of("HTTPS_PROXY=http://anna:geheim@proxy.lab:3128", "geheim"),
                Arguments.of("cloning https://ghp_16C7e42F292c6912E7710c838347Ae178B4a@git.lab/x", "ghp_16C7e42F"),
                Arguments.of("SA_PASSWORD=DockerCon!!! was set", "DockerCon!!!"),
                Arguments.of("key " + "QUJD".repeat(60), "QUJDQUJD"));
    }

    @ParameterizedTest
    @MethodSource("secrets")
    void wordsInSecretForm_areRemoved(String line, String secret) {
        assertThat(line).contains(secret);
        assertThat(FORMS.lines(List.of(line))).singleElement().asString().doesNotContain(secret)
                .contains(Redactor.REMOVED);
        assertThat(FORMS.lines(FORMS.lines(List.of(line)))).isEqualTo(FORMS.lines(List.of(line)));
    }

    static Stream<Arguments> corpus() throws IOException {
        return Files.readAllLines(Path.of("src/test/resources/diagnose/secrets.txt")).stream()
                .filter(line -> !line.startsWith("#")).map(line -> Arguments.of(line.replaceFirst(" \\| [^|]*$", ""),
                        line.replaceFirst("^.* \\| ", "")));
    }

    @ParameterizedTest
    @MethodSource("corpus")
    void whatLooksLikeASecretSomewhereIsRemoved(String line, String secret) {
        wordsInSecretForm_areRemoved(line, secret);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Secret \"shop\" not found", "tokens are checked by the API server", "imagePullSecrets:",
            "the key is in /etc/kubernetes/pki/apiserver.key", "PASSWORD", "Basic auth was refused",
            "- name: DB_PASSWORD",
        "id 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", "PWD=/home/vagrant ; USER=root",
            "automountServiceAccountToken: false", "{\"name\": \"web\", \"value\": \"1\"}", "9 passed, 0 failed",
            "docker run -u 1000 image", "at 10:32:11",
            "registry.k8s.io/kube-apiserver:v1.36.3@sha256:0123456789abcdef0123456789abcdef0123456789abcdef01234567"})
    void ordinaryLinesStay(String line) {
        assertThat(FORMS.lines(List.of(line))).containsExactly(line);
    }

    @Test
    void aBlockAfterAWordIsItsValue() {
        assertThat(FORMS.lines(List.of("data:", "  tls.key: |", "    MIIabc", "", "    def==", "  other: 1")))
                .containsExactly("data:", "  tls.key: | [removed]", "  other: 1");
    }

    static Stream<List<String>> valuesOnLinesOfTheirOwn() {
        String hex = "0f1e2d3c4b5a6978".repeat(4);
        return Stream.of(List.of("- name: DB_PASSWORD", "  value: SECRET", "- name: SIZE"),
                List.of("{", "  \"name\": \"DB_PASSWORD\",", "  \"value\": \"SECRET\"", "}"),
                List.of("args:", "- --password", "- SECRET", "- --verbose"),
                List.of("\"args\": [", "  \"--token\",", "  \"SECRET\",", "  \"--verbose\""),
                List.of("passwords:", "- SECRET", "- SECRET", "other: 1"),
                List.of("  \"tokens\": [", "    \"SECRET\",", "    \"SECRET\"", "  ]"),
                List.of("[upload-certs] Using certificate key:", hex.replace("0f", "SECRET"), "[certs] done"),
                List.of("2026-11-28T16:03:25.461131857Z Using certificate key:",
                        "2026-11-28T16:03:25.461131858Z SECRET",
                        "2026-11-28T16:03:25.461131859Z done"),
                List.of("before it", "MIIEvQIBADANBgkqSECRET", "c2VjcmV0SECRET==",
                        "-----END PRIVATE KEY-----", "after"));
    }

    @ParameterizedTest
    @MethodSource
    void valuesOnLinesOfTheirOwn(List<String> lines) {
        List<String> clean = FORMS.lines(lines);

        assertThat(clean).noneMatch(line -> line.contains("SECRET")).anyMatch(line -> line.contains(Redactor.REMOVED))
                .startsWith(lines.get(0)).endsWith(lines.get(lines.size() - 1));
    }

    /** What a run that went well leaves: steps, journals of machines, and logs of their pods. */
    @Test
    void logsOfGreenRun_stayAsTheyAre() throws IOException {
        List<String> green = Files.readAllLines(Path.of("src/test/resources/diagnose/green.txt"));

        assertThat(green).hasSizeGreaterThan(500);
        assertThat(FORMS.lines(green)).isEqualTo(green);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pässwörd-of-anna", "short1", "a/b+c?d=e&f g"})
    void knownSecrets_inEncodedForms_areRemoved(String secret) {
        Redactor redactor = new Redactor(List.of(secret));
        for (String before : List.of("", "a", "anna:", "ab")) {
            String encoded = Base64.getEncoder().encodeToString((before + secret + "!")
                    .getBytes(StandardCharsets.UTF_8));
            String core = Base64.getEncoder().encodeToString((before + secret).getBytes(StandardCharsets.UTF_8))
                    .substring(before.length() * 8 / 6 + 1).replaceFirst("..=*$", "");
            assertThat(redactor.lines(List.of("sent " + encoded))).as(before).singleElement().asString()
                    .contains(Redactor.REMOVED).doesNotContain(core);
        }
        assertThat(redactor.lines(List.of("GET /?q=" + URLEncoder.encode(secret, StandardCharsets.UTF_8) + "&x")))
                .containsExactly("GET /?q=[removed]&x");
        assertThat(redactor.lines(List.of("GET /?q=" + URLEncoder.encode(secret, StandardCharsets.UTF_8)
                .replace("+", "%20")))).containsExactly("GET /?q=[removed]");
    }

    /** A pattern that begins again at every place takes minutes, as its time grows with the square of the length. */
    @ParameterizedTest
    @ValueSource(strings = {"a", "a_", "token-", "eyJ-", "eyJabcdefgh.", "://a", "http", "bearer ", "--", "--token-",
            "-u ", "password ", "secret\"", "LS0tLS1CRUdJTi", "ghp_", "abcdef.", "auth", "mysql -a ", "name: token, ",
            "value: x name: ",
        "identified with a ", "SA_PASSWORD ", "s3cr3t-valu", " "})
    void takesTimeThatGrowsWithTheLengthOnly(String part) {
        Redactor redactor = new Redactor(List.of("s3cr3t-value"));
        String line = part.repeat(200_000 / part.length());
        assertTimeoutPreemptively(Duration.ofSeconds(15), () -> redactor.lines(List.of(line)));
    }

    @Test
    void multilineKeysAndCertificates_becomeOneWord() {
        assertThat(FORMS.lines(List.of("before", "key: -----BEGIN RSA PRIVATE KEY-----", "MIIabc", "def==",
                "-----END RSA PRIVATE KEY-----", "after"))).containsExactly("before", "key: [removed]", "after");
    }

    @Test
    void knownValues_withoutAnyForm_areRemoved(@TempDir Path folder) throws IOException {
        Path key = Files.writeString(folder.resolve("id"), """
                -----BEGIN OPENSSH PRIVATE KEY-----
                b3BlbnNzaC1rZXktdjE
                -----END OPENSSH PRIVATE KEY-----
                """);
        String pem = "-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIIv0\n-----END EC PRIVATE KEY-----\n";
        String data = Base64.getEncoder().encodeToString(pem.getBytes());
        Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), """
                users:
                - name: admin
                  user:
                    client-key-data: %s
                - name: other
                  user:
                    token: plain-token-1
                    password: "word-2"
                """.formatted(data));

        Redactor redactor = new Redactor(KnownSecrets.of(key, kubeconfig, Map.of(
                "HTTP_PROXY", "http://anna:geheimnis@proxy:3128", "REGISTRY_TOKEN", "value-of-token",
                "PATH", "/usr/bin")));

        for (String secret : List.of("b3BlbnNzaC1rZXktdjE", data, "MHcCAQEEIIv0", "plain-token-1", "word-2",
                "geheimnis", "anna:geheimnis", "value-of-token")) {
            assertThat(redactor.lines(List.of("it said " + secret + " here"))).as(secret)
                    .containsExactly("it said [removed] here");
        }
        assertThat(redactor.lines(List.of("/usr/bin/kubelet"))).containsExactly("/usr/bin/kubelet");
    }

    @Test
    void everySignOfAKnownFailureSurvives() {
        KnownFailures known = KnownFailures.read(Path.of(""));

        assertThat(Sample.all()).allSatisfy(sample -> {
            String shown = FORMS.lines(List.of(sample.line())).get(0);
            assertThat(known.all().filter(failure -> failure.signs().stream().anyMatch(sign -> sign.isIn(shown)))
                    .map(KnownFailure::id)).as(sample.line()).contains(sample.id());
        });
    }
}
