package org.hybridlab.check.app;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.Web;
import org.hybridlab.cluster.api.Pod;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Machine;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An app's page at one address.
 *
 * @param status 0 without an answer
 * @param body of the answer, or why there is none
 */
record AppPage(String url, int status, String body) {
    private static final int LONG = 300;
    private static final Pattern ANSWER = Pattern.compile("(?s)(.*?)\\n(\\d{3}) page ([^\\n]*)\\n");

    static AppPage ask(CheckContext context, Machine machine, int port, String path, Duration within) {
        String url = "http://%s:%d%s".formatted(machine.address(), port, path);
        try {
            Web.Page page = context.web().get(machine.address().toString(), port, path, within);
            return new AppPage(url, page.status(), page.body().strip());
        } catch (LabException e) {
            if (e.id().equals("interrupted")) {
                throw e;
            }
            return new AppPage(url, 0, e.why().orElse(e.what()));
        }
    }

    /** As seen by a pod of the checks, with a connection per address. Ends at the first failure. */
    static Stream<AppPage> inside(CheckContext context, Pod probe, String who, String host, List<String> addresses,
                                  Duration within) {
        List<String> command = new ArrayList<>(List.of("curl", "--silent", "--globoff", "--fail-early", "--max-time",
                Long.toString(within.toSeconds()), "--header", "Connection: close", "--header", "Host: " + host,
                "--write-out", "\\n%{http_code} page %{errormsg}\\n"));
        command.addAll(addresses);
        String said = context.probes().shell(probe, within.multipliedBy(addresses.size()), command).output();
        String url = who + ", " + addresses.get(0);
        List<AppPage> pages = ANSWER.matcher(said).results().map(match -> match.group(3).isEmpty()
                ? new AppPage(url, Integer.parseInt(match.group(2)), match.group(1).strip())
                : new AppPage(url, 0, match.group(3))).toList();
        return pages.isEmpty() ? Stream.of(new AppPage(url, 0, said.strip())) : pages.stream();
    }

    String text() {
        return "%s: %s".formatted(url, beginning());
    }

    private String beginning() {
        return body.length() > LONG ? body.substring(0, LONG) + " ..." : body;
    }

    Optional<String> complaint(List<Workloads.Named> named) {
        if (status == 0) {
            return Optional.of(text());
        }
        if (status / 100 != 2) {
            return Optional.of("%s answers with status %d: %s".formatted(url, status, beginning()));
        }
        return error().or(() -> named.stream().filter(one -> one.pods().stream().noneMatch(body::contains))
                .findFirst().map(one -> "%s does not name a pod of %s: %s".formatted(url, one.deployment(),
                        beginning())));
    }

    /** agnhost answers with status 200 even for a failed request, and reports the error in its JSON. */
    private Optional<String> error() {
        JsonNode answer = json();
        return says(answer.path("errors")) || says(answer.path("error")) ? Optional.of(text()) : Optional.empty();
    }

    /** A page may have an empty field for errors. */
    private static boolean says(JsonNode error) {
        return !error.isMissingNode() && !error.isNull() && !(error.isContainer() && error.isEmpty())
                && !(error.isString() && error.asString().isEmpty()) && !(error.isBoolean() && !error.asBoolean())
                && !(error.isNumber() && error.asDouble() == 0);
    }

    private JsonNode json() {
        try {
            return JsonMapper.shared().readTree(body);
        } catch (JacksonException e) {
            return JsonMapper.shared().missingNode();
        }
    }
}
